import type { Messages } from 'use-intl'

type Outcome = { readonly key: keyof Messages['signing']['done']; readonly values: Readonly<Record<string, number>> }

const ends = {
  CREDITED: 'credited',
  RETURNED: 'returned',
  REJECTED: 'rejected',
  APPLIED: 'applied',
} as const satisfies Readonly<Record<string, Outcome['key']>>

/** How many have signed of how many that must, as a deposit or a withdrawal returns it. */
function signatures(response: Readonly<Record<string, unknown>>): readonly [number, number] | undefined {
  const { approvalsNeeded: needed, approvalsGiven, approvals } = response
  const given = approvalsGiven ?? (Array.isArray(approvals) ? approvals.length : undefined)
  return typeof needed === 'number' && typeof given === 'number' ? [given, needed] : undefined
}

/** What came of a signature, by what the server returned to it: carried out, in force later, or the first of two. */
export function outcomeOf(act: string, response: unknown): Outcome {
  const fields = (typeof response === 'object' && response !== null ? response : {}) as Readonly<
    Record<string, unknown>
  >
  const { status, appliesAt } = fields
  if (act.endsWith('.propose')) return { key: 'proposed', values: {} }
  if (act === 'loan.approve' && status === 'ACTIVE') return { key: 'paidOut', values: {} }
  // The response is the loan, whose own approvals are not those of its plan.
  if (act === 'loan.plan') return { key: 'signed', values: {} }
  if (typeof status === 'string' && Object.hasOwn(ends, status))
    return { key: ends[status as keyof typeof ends], values: {} }
  if (status === 'SCHEDULED' && typeof appliesAt === 'number') return { key: 'scheduled', values: { time: appliesAt } }
  const signed = signatures(fields)
  if (signed === undefined) return { key: 'signed', values: {} }
  const [given, needed] = signed
  if (given >= needed && act === 'withdrawal.approve') return { key: 'approved', values: {} }
  return { key: 'signedOf', values: { given, needed } }
}
