/** All that is out, of it what is late or much later or repaid by a plan, and what was given up. */
export const lateness = ['all', 'overdue', 'arrears', 'planned', 'writtenOff'] as const
type Lateness = (typeof lateness)[number]
/** `principal` in smallest units of USDT. */
type Lent = { loans: number; principal: bigint }

const units = /^\d{1,30}$/
const names = {
  all: ['loans', 'principal'],
  overdue: ['overdueLoans', 'overdue'],
  arrears: ['arrearsLoans', 'arrears'],
  planned: ['plannedLoans', 'planned'],
  writtenOff: ['writtenOffLoans', 'writtenOff'],
} as const satisfies Record<Lateness, readonly [string, string]>

/** The figure `loansOut`; undefined where there is none yet, or one that is not understood. */
export function loansOutIn(value: string | null): Record<Lateness, Lent> | undefined {
  const read: unknown = value === null ? null : JSON.parse(value)
  if (typeof read !== 'object' || read === null) return undefined
  const fields = read as Record<string, unknown>
  const found: Partial<Record<Lateness, Lent>> = {}
  for (const name of lateness) {
    const [loans, principal] = names[name].map((field) => fields[field])
    if (typeof loans !== 'number' || !Number.isSafeInteger(loans) || loans < 0) return undefined
    if (typeof principal !== 'string' || !units.test(principal)) return undefined
    found[name] = { loans, principal: BigInt(principal) }
  }
  return found as Record<Lateness, Lent>
}
