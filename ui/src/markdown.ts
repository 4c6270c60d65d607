/** The part of Markdown our pages are written in, as plain data. Text stays text: nothing here can become markup. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'strong'; parts: readonly Inline[] }
  | { kind: 'em'; parts: readonly Inline[] }
  | { kind: 'link'; href: string; parts: readonly Inline[] }
export type Block =
  | { kind: 'heading'; level: number; id: string; parts: readonly Inline[] }
  | { kind: 'paragraph'; parts: readonly Inline[] }
  | { kind: 'quote'; parts: readonly Inline[] }
  | { kind: 'list'; ordered: boolean; items: readonly (readonly Inline[])[] }
  | { kind: 'table'; head: readonly (readonly Inline[])[]; rows: readonly (readonly (readonly Inline[])[])[] }
  | { kind: 'code'; text: string }
  | { kind: 'rule' }

// A label holds no bracket that opens: else each of many would be followed to the end of the text.
const inlinePattern = /`([^`]+)`|\*\*([^*]+(?:\*[^*]+)*)\*\*|\*([^*]+)\*|\[([^\][]+)\]\(([^()\s]+)\)/

/** Links lead to our own pages or to the web; any other scheme stays plain text. */
const isSafe = (href: string) => /^\/(?![/\\])/.test(href) || /^https:\/\//.test(href) || /^mailto:/.test(href)

/** A line of Markdown → its parts, in order. */
export function parseInline(line: string): Inline[] {
  const parts: Inline[] = []
  let text = line
  for (let match = inlinePattern.exec(text); match !== null; match = inlinePattern.exec(text)) {
    if (match.index > 0) parts.push({ kind: 'text', text: text.slice(0, match.index) })
    parts.push(inlineOf(match))
    text = text.slice(match.index + match[0].length)
  }
  if (text !== '') parts.push({ kind: 'text', text })
  return parts
}

function inlineOf([whole, code, strong, em, label, href]: RegExpExecArray): Inline {
  if (code !== undefined) return { kind: 'code', text: code }
  if (strong !== undefined) return { kind: 'strong', parts: parseInline(strong) }
  if (em !== undefined) return { kind: 'em', parts: parseInline(em) }
  if (label !== undefined && href !== undefined && isSafe(href))
    return { kind: 'link', href, parts: parseInline(label) }
  return { kind: 'text', text: whole }
}

const cells = (line: string) =>
  line
    .replace(/^\s*\||\|\s*$/g, '')
    .split('|')
    .map((cell) => parseInline(cell.trim()))
const itemPattern = /^(?:[-*]|\d+[.)])\s+/

const headingPattern = /^(#{1,6})\s+(.*)$/

/** Markdown text → blocks. A chunk is what stands between blank lines; fenced code keeps its own. */
export function parseMarkdown(text: string): Block[] {
  const blocks: Block[] = []
  for (const chunk of chunksOf(text.replaceAll('\r\n', '\n'))) {
    let at = 0
    for (let line = chunk[at]; line !== undefined; line = chunk[++at]) {
      const heading = headingPattern.exec(line)
      if (heading === null) break
      const level = heading[1]?.length ?? 2
      blocks.push({ kind: 'heading', level, id: `part-${blocks.length + 1}`, parts: parseInline(heading[2] ?? '') })
    }
    if (at < chunk.length) blocks.push(...blocksOf(chunk.slice(at)))
  }
  return blocks
}

function chunksOf(text: string): string[][] {
  const chunks: string[][] = [[]]
  let fenced = false
  for (const line of text.split('\n')) {
    const current = chunks.at(-1) ?? []
    if (line.startsWith('```')) fenced = !fenced
    if (line.trim() === '' && !fenced) chunks.push([])
    else current.push(line)
  }
  return chunks.filter((chunk) => chunk.length > 0)
}

/** The blocks of a chunk that does not begin with a heading. */
function blocksOf(lines: readonly string[]): Block[] {
  const [first = '', ...rest] = lines
  if (first.startsWith('```')) return [{ kind: 'code', text: lines.slice(1, -1).join('\n') }]
  if (/^(?:-{3,}|\*{3,})$/.test(first.trim())) return [{ kind: 'rule' }]
  if (lines.every((line) => line.startsWith('>')))
    return [{ kind: 'quote', parts: parseInline(lines.map((line) => line.replace(/^>\s?/, '')).join(' ')) }]
  if (first.includes('|') && /^[\s|:-]+$/.test(rest[0] ?? 'x'))
    return [{ kind: 'table', head: cells(first), rows: rest.slice(1).map(cells) }]
  if (itemPattern.test(first)) return [listOf(lines)]
  const listAt = lines.findIndex((line) => itemPattern.test(line))
  if (listAt > 0) return [...blocksOf(lines.slice(0, listAt)), listOf(lines.slice(listAt))]
  return [{ kind: 'paragraph', parts: parseInline(lines.join(' ')) }]
}

function listOf(lines: readonly string[]): Block {
  const items: string[] = []
  for (const line of lines) {
    if (itemPattern.test(line)) items.push(line.replace(itemPattern, ''))
    else items.push(`${items.pop() ?? ''} ${line.trim()}`)
  }
  return { kind: 'list', ordered: /^\d/.test(lines[0] ?? ''), items: items.map(parseInline) }
}
