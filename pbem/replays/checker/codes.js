/** Of each code of docs/findings.md its promise, what it means and what to do. @type {Record<string, {promise: string, title: string, advice: string}>} */
const FINDINGS = __FINDINGS__;
