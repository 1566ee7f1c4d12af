// @ts-check
/** Deadlines by the reader's clock. Without this script they stay as the director reads them.
 *
 * It reads the attribute of each <time>, writes text, and does nothing else.
 */
{
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const written = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const notes = document.querySelectorAll(".zone");
  const named = notes.length ? "" : ` (${zone}, your time zone)`;
  for (const one of document.querySelectorAll("time")) {
    const at = new Date(one.dateTime);
    if (Number.isNaN(at.getTime())) continue;
    const { day, month, year, hour, minute } = Object.fromEntries(written.formatToParts(at).map(({ type, value }) => [type, value]));
    const short = month.slice(0, 3);
    if (one.className === "day") {
      const number = document.createElement("b");
      number.textContent = day;
      one.replaceChildren(number, short);
    } else if (one.className === "short") one.textContent = `${day} ${short}`;
    else if (one.className === "on") one.textContent = `${day} ${month} ${year}`;
    else {
      one.title = `The director's: ${one.textContent}`;
      one.textContent = `${day} ${month} ${year}, ${hour}:${minute}${named}`;
    }
  }
  for (const one of notes) one.textContent = `Days and times are in your time zone, ${zone}.`;
}
