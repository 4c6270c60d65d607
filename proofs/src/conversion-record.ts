import { canonicalList } from './canonical.ts'
import type { Crypto, Hex } from './crypto.ts'

/** A conversion as it is sealed. Amounts in smallest units as text, times in epoch milliseconds, prices as they are shown. */
export type RecordedConversion = {
  /** Rises by one in the order of commits. */
  readonly seq: number
  readonly id: string
  readonly customerId: string
  readonly from: string
  readonly to: string
  readonly amount: string
  readonly fee: string
  readonly received: string
  readonly price: string
  readonly ticks: readonly {
    readonly code: string
    readonly seq: number
    readonly ts: number
    readonly price: string
  }[]
  readonly acceptedAt: number
  readonly at: number
}

/** The payload of a conversion's record in the log: SHA-256 of what it states, with the ticks that decided it. */
export const conversionPayload = (params: RecordedConversion, crypto: Pick<Crypto, 'sha256'>): Hex =>
  crypto.sha256(
    canonicalList([
      'evenhand.conversion.1',
      params.seq,
      params.id,
      params.customerId,
      params.from,
      params.to,
      params.amount,
      params.fee,
      params.received,
      params.price,
      params.ticks.map(({ code, seq, ts, price }) => [code, seq, ts, price]),
      params.acceptedAt,
      params.at,
    ]),
  )
