import type { Column } from './columns.ts'

/** A value as a spreadsheet may open it: quoted, and never a formula, whatever was typed into a name. */
export const csvValue = (text: string): string => {
  // Spreadsheets pass over blanks and marks of direction, and read the wide signs of Asian keyboards as the narrow ones.
  const begins = /^[\s\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]*[=+\-@＝＋－＠]|^[\t\r\n]/
  const harmless = begins.test(text) && !/^-?\d+(?:\.\d+)?$/.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}

/** The rows as a CSV file (RFC 4180) of the columns that have a text. */
export function csvOf<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const written = columns.filter(({ text }) => text !== undefined)
  const lines = [
    written.map(({ title }) => csvValue(title)),
    ...rows.map((row) => written.map(({ text }) => csvValue(text?.(row) ?? ''))),
  ]
  // The mark at the start makes spreadsheets read UTF-8.
  return `\uFEFF${lines.map((line) => line.join(',')).join('\r\n')}\r\n`
}
