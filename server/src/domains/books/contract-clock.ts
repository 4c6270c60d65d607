import { termsOf } from '@evenhand/proofs/contracts/terms.ts'
import { midnightsBetween } from '@evenhand/proofs/contracts/financing.ts'
import type { ContractState, RecordFields } from '@evenhand/proofs/contracts/recompute-contract.ts'
import { lastAtOrBefore } from '@evenhand/proofs/settle.ts'
import type { AuditFinding } from './audit-log.ts'
import type { Recorded } from './replay-contract.ts'

type Contract = { readonly bodies: readonly RecordFields[]; readonly state: ContractState }

/** What the clock had to do in a step and did not: midnights that were not charged, futures that did not settle at their tick. */
export const clockFindings = (contract: Contract, recorded: Recorded): AuditFinding[] => [
  ...midnightFindings(contract, recorded),
  ...expiryFindings(contract, recorded),
]

const tsOf = (record: RecordFields | undefined): number =>
  Number((record?.['tick'] as { ts?: number } | null | undefined)?.ts ?? Infinity)

function midnightFindings({ bodies, state }: Contract, { from, to }: Recorded): AuditFinding[] {
  if (termsOf(state.instrument).financingPpm === 0n) return []
  const opened = bodies.find(({ kind }) => kind === 'opened')
  if (opened === undefined) return []
  const end = state.open === null ? tsOf(bodies.findLast(({ kind }) => kind === 'closed')) : Infinity
  const charged = new Set(bodies.filter(({ kind }) => kind === 'financed').map(({ midnight }) => midnight))
  return midnightsBetween(from - 1, to - 1)
    .filter((midnight) => tsOf(opened) < midnight && midnight < end && !charged.has(midnight))
    .map((midnight) => ({ at: 'financing', expected: `midnight ${midnight}`, found: 'nothing' }))
}

function expiryFindings({ bodies, state }: Contract, { from, to, ticks, before }: Recorded): AuditFinding[] {
  const opened = bodies.find(({ kind }) => kind === 'opened')
  const expiresAt = opened?.['expiresAt']
  if (typeof expiresAt !== 'number' || expiresAt < from || expiresAt >= to) return []
  if (state.open !== null) return [{ at: 'expiry', expected: String(expiresAt), found: 'still open' }]
  const closed = bodies.findLast(({ kind }) => kind === 'closed')
  if (closed?.['reason'] !== 'EXPIRY') return []
  const last = lastAtOrBefore(expiresAt, ticks) ?? before
  const { seq } = (closed['tick'] ?? {}) as { seq?: number }
  return last === undefined || last.seq === seq
    ? []
    : [{ at: 'expiry.tick', expected: String(last.seq), found: String(seq) }]
}
