import { utcText } from '@evenhand/proofs/utc.ts'
import type { Transaction } from '@evenhand/protocol/settings.ts'

const number = /^-?[0-9]+(\.[0-9]+)?$/

/**
 * A cell after RFC 4180. What a spreadsheet would take for a formula is made a text by an apostrophe before it; a plain
 * number, also one below zero, stays a number.
 */
export function csvCell(text: string): string {
  const safe = /^[=+\-@＝＋－＠\t\r\n]/.test(text) && !number.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A file any spreadsheet reads: a byte order mark, so that it is taken for UTF-8, times in UTC, one line an entry. */
export function transactionsCsv(rows: readonly Transaction[]): string {
  const lines = rows.map(({ at, kind, asset, amount, balance, order }) => [
    utcText(at),
    kind,
    asset.endsWith('.virtual') ? 'virtual' : 'real',
    asset.split('.')[0] ?? asset,
    amount,
    balance,
    order?.orderNo ?? '',
    order?.code ?? '',
  ])
  const head = ['time', 'kind', 'account', 'coin', 'amount', 'balance', 'order', 'instrument']
  return `\uFEFF${[head, ...lines].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')}`
}
