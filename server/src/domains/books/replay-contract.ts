import type { ContractInstrument } from '@evenhand/proofs/contracts/classes.ts'
import { missedTicks, type TickRun } from '@evenhand/proofs/contracts/document/held-ticks.ts'
import { ratesAt, type PairTicks } from '@evenhand/proofs/contracts/document/rate-ticks.ts'
import {
  acceptedState,
  recomputeRecord,
  type ContractState,
  type RecordFields,
} from '@evenhand/proofs/contracts/recompute-contract.ts'
import { contractLeaf } from '@evenhand/proofs/contracts/records.ts'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { leafHash } from '@evenhand/proofs/merkle.ts'
import type { TickRecord } from '@evenhand/proofs/settle.ts'
import { formatUnits } from '@evenhand/protocol/money.ts'
import type { AuditFinding } from './audit-log.ts'
import type { ReplayedContract } from './books.deps.ts'
import { clockFindings } from './contract-clock.ts'
import { rowFindings } from './contract-rows.ts'

/** What was recorded of an instrument in a step, from `from` to before `to`, epoch milliseconds. */
export type Recorded = {
  readonly instrument: ContractInstrument
  readonly from: number
  readonly to: number
  readonly ticks: readonly TickRecord[]
  /** Those that are not late, with both sides under the terms of a contract. */
  readonly runUnder: (instrument: ContractInstrument) => TickRun
  /** The last tick before the step. */
  readonly before: TickRecord | undefined
  /** The pair that converts its quote currency; undefined for the dollar. */
  readonly pair: PairTicks | undefined
}

/** Computes one contract again from its records and the recorded ticks of a step, and compares it with its rows. */
export function replayContract(contract: ReplayedContract, recorded: Recorded): AuditFinding[] {
  const { records, orderId } = contract
  const named = (at: string): string => `contract ${orderId} ${at}`
  const bodies = records.map(({ body }) => body as unknown as RecordFields)
  const findings: AuditFinding[] = []
  for (const { body, leaf } of records) {
    // Earlier ones were compared in their own step, and are in the audit of the log.
    const isDue = body.at >= recorded.from
    if (isDue && (leafHash(contractLeaf(body), nodeCrypto) !== leaf || body.orderId !== orderId))
      findings.push({ at: named(`record ${body.kind}`), found: 'other than was signed' })
  }
  let state: ContractState | undefined
  try {
    for (const [index, body] of bodies.entries()) {
      if (index === 0) state = acceptedState(body)
      else if (state !== undefined) {
        const step = recomputeRecord(state, body)
        state = step.state
        for (const { at, expected, found } of step.fields)
          if (expected !== found)
            findings.push({
              at: named(`${String(body['kind'])}.${at}`),
              ...(expected !== undefined && { expected }),
              found,
            })
      }
    }
  } catch (cause) {
    return [...findings, { at: named('records'), found: cause instanceof Error ? cause.message : String(cause) }]
  }
  if (state === undefined) return [...findings, { at: named('records'), found: 'gone' }]
  const missed = missedTicks(bodies, { instrument: state.instrument, run: recorded.runUnder(state.instrument) }).filter(
    ({ isLate }) => !isLate,
  )
  return [
    ...findings,
    ...bodies.flatMap((body) => namedTick(body, recorded).map(({ at, ...rest }) => ({ at: named(at), ...rest }))),
    ...missed.map(({ what, seq, ts }) => ({ at: named(what), expected: `tick ${seq}, ${ts}`, found: 'nothing' })),
    ...clockFindings({ bodies, state }, recorded).map(({ at, ...rest }) => ({ at: named(at), ...rest })),
    ...rowFindings(contract, { state, bodies }).map(({ at, ...rest }) => ({ at: named(at), ...rest })),
  ]
}

type NamedTick = { readonly seq: number; readonly ts: number; readonly price: string }

/** The tick and the rate of a record of this step against what was recorded. */
function namedTick(body: RecordFields, { instrument, ticks, from, to, pair }: Recorded): AuditFinding[] {
  const tick = (body['tick'] ?? null) as NamedTick | null
  if (tick === null || tick.ts < from || tick.ts >= to) return []
  const kind = String(body['kind'])
  const known = ticks.find(({ seq }) => seq === tick.seq)
  const words = (price: { ts: number; price: string }): string => `${price.ts}, ${price.price}`
  const recorded =
    known === undefined
      ? 'no such tick'
      : words({ ts: known.ts, price: formatUnits(known.price, instrument.precision) })
  const findings: AuditFinding[] =
    recorded === words(tick) ? [] : [{ at: `${kind}.tick ${tick.seq}`, expected: recorded, found: words(tick) }]
  const { rate } = body
  if (typeof rate !== 'string' || body['reason'] === 'EXPIRY') return findings
  const at = kind === 'financed' ? Number(body['midnight']) : tick.ts
  const may = pair === undefined ? ['1/1'] : ratesAt(pair, at)
  if (may.length > 0 && !may.includes(rate))
    findings.push({ at: `${kind}.rate`, expected: may.join(' or '), found: rate })
  return findings
}
