import { canonical } from './canonical.ts'
import type { Crypto, Hex } from './crypto.ts'

/** What an option of a limit time (seconds) may be: stakes in units of 10^-6 USDT, the rate in millionths. */
export type OptionTermRow = {
  readonly limitTime: number
  readonly min: bigint
  readonly max: bigint
  readonly payoutPpm: bigint
  readonly earlySale: boolean
}

/** The hash of a table of terms, which every receipt names. */
export const optionTermsHash = (table: readonly OptionTermRow[], crypto: Pick<Crypto, 'sha256'>): Hex =>
  crypto.sha256(canonical(table.map((one) => [one.limitTime, one.min, one.max, one.payoutPpm, one.earlySale])))
