import { conversionPayload } from '@evenhand/proofs/conversion-record.ts'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import type { AuditFinding } from './audit-log.ts'
import type { BooksDeps } from './books.deps.ts'
import { numberedAtOnce, type NumberedRows } from './numbered-records.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'

/** Conversions as the log seals them. */
export const conversionRows = ({ conversionsAfter }: BooksDeps): NumberedRows => ({
  type: 'conversions',
  name: 'conversion',
  after: async (after, limit) =>
    ((await conversionsAfter?.({ after, limit })) ?? []).map((one) => ({
      seq: one.seq,
      payload: conversionPayload(one, nodeCrypto),
    })),
})

/** Holds the ticks that the newest conversions name against the record of prices, as far as it is kept. */
export async function auditConversionTicks(deps: BooksDeps, newest: bigint): Promise<AuditFinding[]> {
  const after = Math.max(0, Number(newest) - numberedAtOnce)
  const oldest = (await deps.markets.oldestMinute()) * minuteMs
  const named = ((await deps.conversionsAfter?.({ after, limit: numberedAtOnce })) ?? []).flatMap(({ seq, ticks }) =>
    ticks.filter(({ ts }) => ts >= oldest).map((tick) => ({ ...tick, conversion: seq })),
  )
  const recorded = await deps.markets.ticks(named.map(({ code, ts }) => ({ code, from: ts, to: ts })))
  return named.flatMap((tick, index) => {
    const found = recorded[index]?.find(({ seq }) => seq === tick.seq)?.price.toString() ?? 'no such tick'
    // A price is written with all decimals of its instrument.
    const expected = BigInt(tick.price.replace('.', '')).toString()
    return found === expected ? [] : [{ at: `tick ${tick.seq} of conversion ${tick.conversion}`, expected, found }]
  })
}
