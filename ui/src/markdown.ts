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

const inlinePattern = /`([^`]+)`|\*\*([^*]+(?:\*[^*]+)*)\*\*|\*([^*]+)\*|\[([^\]]+)\]\(([^()\s]+)\)/

/** Links lead to our own pages or to the web; any other scheme stays plain text. */
const isSafe = (href: string) => /^\/(?![/\\])/.test(href) || /^https:\/\//.test(href) || /^mailto:/.test(href)

export function parseInline(text: string): Inline[] {
  const match = inlinePattern.exec(text)
  if (!match) return text === '' ? [] : [{ kind: 'text', text }]
  const [whole, code, strong, em, label, href] = match
  const before: Inline[] = match.index > 0 ? [{ kind: 'text', text: text.slice(0, match.index) }] : []
  const rest = parseInline(text.slice(match.index + whole.length))
  if (code !== undefined) return [...before, { kind: 'code', text: code }, ...rest]
  if (strong !== undefined) return [...before, { kind: 'strong', parts: parseInline(strong) }, ...rest]
  if (em !== undefined) return [...before, { kind: 'em', parts: parseInline(em) }, ...rest]
  if (label !== undefined && href !== undefined && isSafe(href))
    return [...before, { kind: 'link', href, parts: parseInline(label) }, ...rest]
  return [...before, { kind: 'text', text: whole }, ...rest]
}

const cells = (line: string) =>
  line
    .replace(/^\s*\||\|\s*$/g, '')
    .split('|')
    .map((cell) => parseInline(cell.trim()))
const itemPattern = /^(?:[-*]|\d+[.)])\s+/

/** Markdown text → blocks. A chunk is what stands between blank lines; fenced code keeps its own. */
export function parseMarkdown(text: string): Block[] {
  const blocks: Block[] = []
  for (const chunk of chunksOf(text.replaceAll('\r\n', '\n'))) blocks.push(...blocksOf(chunk, blocks.length))
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

function blocksOf(lines: readonly string[], at: number): Block[] {
  const [first = '', ...rest] = lines
  const heading = /^(#{1,6})\s+(.*)$/.exec(first)
  if (heading) {
    const own: Block = {
      kind: 'heading',
      level: heading[1]?.length ?? 2,
      id: `part-${at + 1}`,
      parts: parseInline(heading[2] ?? ''),
    }
    return rest.length > 0 ? [own, ...blocksOf(rest, at + 1)] : [own]
  }
  if (first.startsWith('```')) return [{ kind: 'code', text: lines.slice(1, -1).join('\n') }]
  if (/^(?:-{3,}|\*{3,})$/.test(first.trim())) return [{ kind: 'rule' }]
  if (lines.every((line) => line.startsWith('>')))
    return [{ kind: 'quote', parts: parseInline(lines.map((line) => line.replace(/^>\s?/, '')).join(' ')) }]
  if (first.includes('|') && /^[\s|:-]+$/.test(rest[0] ?? 'x'))
    return [{ kind: 'table', head: cells(first), rows: rest.slice(1).map(cells) }]
  if (itemPattern.test(first)) return [listOf(lines)]
  const listAt = lines.findIndex((line) => itemPattern.test(line))
  if (listAt > 0) return [...blocksOf(lines.slice(0, listAt), at), listOf(lines.slice(listAt))]
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
