/** Comma-separated text with a header line and optional double quotes → one record a line, by column name. */
export function parseCsv(text: string): Record<string, string>[] {
  const [header = [], ...lines] = text
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map(fieldsOf)
  return lines.map((fields) => Object.fromEntries(header.map((name, index) => [name, fields[index] ?? ''])))
}

const field = /"((?:[^"]|"")*)"(?:,|$)|([^,]*)(?:,|$)/g

function fieldsOf(line: string): string[] {
  const fields: string[] = []
  for (const match of line.matchAll(field)) {
    fields.push(match[1] === undefined ? (match[2] ?? '') : match[1].replaceAll('""', '"'))
    if (match.index + match[0].length >= line.length) break
  }
  return fields
}
