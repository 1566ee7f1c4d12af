/** The stream of a trigger's dice (protocol, section 6). */

class DiceStream {
  /** @param {Uint8Array} alpha @param {Uint8Array[]} betas what the keepers proved, in order @returns {Promise<DiceStream>} */
  static async of(alpha, betas) {
    return new DiceStream(await sha512(tagged("seed", alpha, ...betas)));
  }

  /** @param {Uint8Array} seed 64 bytes */
  constructor(seed) {
    this.seed = seed;
    this.block = new Uint8Array(0);
    this.blocks = 0;
    this.at = 0;
  }

  /** @returns {Promise<number>} the next byte */
  async byte() {
    if (this.at === this.block.length) {
      this.block = await sha512(joined(this.seed, fourBytes(this.blocks)));
      this.blocks++;
      this.at = 0;
    }
    return this.block[this.at++];
  }

  /** @param {number} n 2 to 65,536 @returns {Promise<number>} 0 to n-1, each as likely */
  async uniform(n) {
    const range = n <= 256 ? 256 : 65_536;
    for (;;) {
      let number = await this.byte();
      if (n > 256) number = number * 256 + (await this.byte());
      if (number < range - (range % n)) return number % n;
    }
  }
}
