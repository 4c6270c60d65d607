import { transactions } from '@evenhand/protocol/settings.ts'
import { call } from '../../lib/call.ts'
import type { OwnLine } from './compare-own.ts'

type Wanted = { coin: 'USDT' | 'BTC' | 'ETH'; kind?: 'LOAN'; page?: number; size: number }

/** Lines of the customer's own transactions from which the balance of every real asset right after an entry can be read. */
export async function ownLinesAt(entry: number): Promise<readonly OwnLine[]> {
  const read = ({ page = 1, ...wanted }: Wanted) =>
    call(transactions, { ...wanted, page, upTo: String(entry) }, { mode: 'real' })
  const [usdt, btc, eth] = await Promise.all([
    usdtLines(read),
    read({ coin: 'BTC', size: 1 }),
    read({ coin: 'ETH', size: 1 }),
  ])
  return [...usdt, ...btc.rows, ...eth.rows]
}

type Read = (wanted: Wanted) => Promise<{ rows: readonly OwnLine[]; total: number }>

/** Lines down to the newest of both kinds of USDT, the customer's own and loan money, which one request returns. */
async function usdtLines(read: Read): Promise<readonly OwnLine[]> {
  const size = 100
  const lines: OwnLine[] = []
  const has = (asset: string): boolean => lines.some((line) => line.asset === asset)
  for (let page = 1; ; page += 1) {
    const { rows } = await read({ coin: 'USDT', page, size })
    lines.push(...rows)
    if (rows.length < size || (has('USDT') && has('USDT.loan'))) return lines
    // Loan money begins with a loan: who never had one has no older line to look for.
    if (page === 1 && has('USDT') && (await read({ coin: 'USDT', kind: 'LOAN', size: 1 })).total === 0) return lines
  }
}
