/** More than this is wider than the line of a phone, which then breaks it anywhere. */
const longest = 32

/** The number of an order or a reference as one word of its line: neither its spaces nor its hyphens end the line. */
export const unbroken = (text: string): string =>
  text.length > longest ? text : text.replaceAll(' ', '\u00a0').replaceAll('-', '-\u2060')
