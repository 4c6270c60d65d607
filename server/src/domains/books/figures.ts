import { formatUnits } from '@evenhand/protocol/money.ts'
import type { Clock } from '../../kernel/clock.ts'

/** Where the public figures come from: each is counted from the records of the domain that keeps them. */
export type FigureSources = {
  /** Enabled instruments of type 2 with a recorded tick in the last 24 h. */
  listedCrypto(since: number): number
  /** Customers with a proved e-mail who have not closed. */
  registeredUsers(): Promise<number>
  /** Stakes of real options accepted since a time, smallest units of USDT. */
  realVolume(since: number): Promise<bigint>
  /** Receipts of the days since a time, and how many of them left later than 500 ms after acceptance. */
  receiptsSince(since: number): Promise<{ receipts: number; late: number }>
}

export type Figure = { name: string; value: string | null; asOf: number; formula: string }

const dayMs = 86_400_000
const keepMs = 60_000

/** Above 1 000 down to three significant digits, never up; below exact. Whole USDT. */
export function roundedDown(whole: bigint): bigint {
  const unit = 10n ** BigInt(Math.max(0, whole.toString().length - 3))
  return whole < 1000n ? whole : (whole / unit) * unit
}

/**
 * The figures of the home page, computed from the records at most once a minute, each with its time and how it was
 * counted. A figure without a basis is null and shown as a dash: no product with a fee is open yet.
 */
export function createFigures(sources: FigureSources, clock: Clock) {
  let kept: Promise<Figure[]> | undefined
  let keptAt = 0
  const compute = async (): Promise<Figure[]> => {
    const asOf = clock.now()
    const [users, volume, sent] = await Promise.all([
      sources.registeredUsers(),
      sources.realVolume(asOf - dayMs),
      sources.receiptsSince(asOf - dayMs),
    ])
    return [
      {
        name: 'lowestFeePct',
        value: null,
        asOf,
        formula: 'smallest fee rate of the products with a fee that take new orders; none does yet',
      },
      {
        name: 'cryptoCount',
        value: String(sources.listedCrypto(asOf - dayMs)),
        asOf,
        formula: 'listed instruments of type 2 with a recorded tick in the last 24 h',
      },
      { name: 'registeredUsers', value: String(users), asOf, formula: 'customers with a proved e-mail, not closed' },
      {
        name: 'volume24h',
        value: formatUnits(roundedDown(volume / 1_000_000n), 0),
        asOf,
        formula: 'stakes of real options accepted in the last 24 h, USDT; from 1 000 on down to three digits',
      },
      {
        name: 'lateReceipts',
        value: `${sent.late}/${sent.receipts}`,
        asOf,
        formula: 'receipts that left later than 500 ms after acceptance, of all receipts, yesterday and today (UTC)',
      },
    ]
  }
  return {
    async stats(): Promise<{ figures: Figure[] }> {
      if (kept === undefined || clock.now() - keptAt > keepMs) {
        keptAt = clock.now()
        kept = compute()
        kept.catch(() => void (kept = undefined))
      }
      return { figures: await kept }
    },
  }
}
