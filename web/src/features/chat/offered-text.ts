const longest = 160
/** Scripts without spaces need four characters where others need a dozen. */
const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Whether enough is written to look for an answer to it. */
export function isLongEnough(text: string): boolean {
  const written = text.trim()
  return written.length >= (dense.test(written) ? 4 : 8)
}

/** The beginning of an answer as plain text: its first paragraph, or its list, without the marks of Markdown, cut at a word. */
export function firstSentence(markdown: string): string {
  const paragraph = markdown.split(/\n\s*\n/).find((part) => /^[^#>|\-*`\s]/.test(part.trim())) ?? markdown
  const plain = paragraph
    .replace(/\[([^\]]+)\]\([^()\s]+\)/g, '$1')
    .replace(/^\s*(?:[-*]|\d+[.)])\s+/gm, '')
    .replace(/[*`]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  if (plain.length <= longest) return plain
  const cut = plain.slice(0, longest)
  const space = cut.lastIndexOf(' ')
  return `${space > longest / 2 ? cut.slice(0, space) : cut}…`
}
