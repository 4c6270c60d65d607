import type { Anomaly } from '@evenhand/protocol/operator-result.ts'
import { dayMs, hourMs } from '@evenhand/protocol/durations.ts'

export type AuditedAction = {
  readonly at: number
  readonly operator: string
  readonly act: string
  readonly customerId: string | null
  /** An adjustment that takes from its customer. */
  readonly isDebit: boolean
}

/** How far back a review reaches. */
export const watchedMs = 7 * dayMs

// Every figure is a hint and no proof: people review it, and the record states what was done.
const rejectionsAlone = 5
const maxViews = 20
const refusedInADay = 5
const filesInADay = 5
const adjustmentsInADay = 5
const creditsOfOneInADay = 5
const workingHours = { from: 6, to: 20 } as const

/** What in the actions of a week deserves a second review, the latest first. Actions of programs are left out. */
export function findAnomalies(actions: readonly AuditedAction[], now: number): Anomaly[] {
  const recent = actions.filter(({ at }) => at > now - watchedMs).toSorted((a, b) => a.at - b.at)
  const byOperator = Map.groupBy(recent, ({ operator }) => operator)
  return [...byOperator]
    .flatMap(([operator, own]) => [
      ...['withdrawal', 'deposit'].flatMap((noun) => notified('rejectsAll', operator, rejectedAlone(own, noun))),
      ...notified('lateParams', operator, own.filter(isLateParams)),
      ...notified('manyLooks', operator, crowded(own.filter(isView), { withinMs: hourMs, min: maxViews })),
      ...notified(
        'refusedCalls',
        operator,
        crowded(named(own, 'call.refused'), { withinMs: dayMs, min: refusedInADay }),
      ),
      ...notified('adjustments', operator, unusualAdjustments(own)),
      ...notified('sameCustomer', operator, creditedTogether(own)),
      ...notified('exports', operator, crowded(named(own, 'export.csv'), { withinMs: dayMs, min: filesInADay })),
    ])
    .toSorted((a, b) => b.lastAt - a.lastAt)
}

function notified(kind: Anomaly['kind'], operator: string, actions: readonly AuditedAction[]): Anomaly[] {
  const [first] = actions
  const last = actions.at(-1)
  if (first === undefined || last === undefined) return []
  return [{ kind, operator, act: last.act, count: actions.length, firstAt: first.at, lastAt: last.at }]
}

/** Every adjustment against a customer that was decided, or many of any kind in a day. */
function unusualAdjustments(actions: readonly AuditedAction[]): readonly AuditedAction[] {
  const decided = named(actions, 'adjustment.approve')
  const many = crowded(decided, { withinMs: dayMs, min: adjustmentsInADay })
  return decided.filter((action) => action.isDebit || many.includes(action))
}

/** The credits of deposits of one customer that were many in a day: of the customer with the most of them. */
function creditedTogether(actions: readonly AuditedAction[]): readonly AuditedAction[] {
  const byCustomer = Map.groupBy(named(actions, 'deposit.credit'), ({ customerId }) => customerId)
  const found = [...byCustomer.values()].map((own) => {
    // Whether so many credits that begin with one of them came within a day.
    const begins = own.map(({ at }, index) => (own[index + creditsOfOneInADay - 1]?.at ?? Infinity) - at <= dayMs)
    return own.filter((_, index) => begins.slice(Math.max(0, index + 1 - creditsOfOneInADay), index + 1).includes(true))
  })
  return found.toSorted((a, b) => b.length - a.length)[0] ?? []
}

const named = (actions: readonly AuditedAction[], name: string): AuditedAction[] =>
  actions.filter(({ act }) => act === name)

/** The rejections of one who has rejected several and approved none. */
function rejectedAlone(actions: readonly AuditedAction[], noun: string): AuditedAction[] {
  const rejected = named(actions, `${noun}.reject`)
  const approved = actions.some(({ act }) => act === `${noun}.approve` || act === `${noun}.credit`)
  return approved || rejected.length < rejectionsAlone ? [] : rejected
}

/** Parameters that were moved on a Saturday or Sunday, or outside of working hours, by UTC. */
function isLateParams({ act, at }: AuditedAction): boolean {
  if (!act.startsWith('params.')) return false
  // The first of January 1970 was a Thursday.
  const weekday = (Math.floor(at / dayMs) + 4) % 7
  const hour = Math.floor((at % dayMs) / hourMs)
  return weekday === 0 || weekday === 6 || hour < workingHours.from || hour >= workingHours.to
}

const isView = ({ act }: AuditedAction): boolean =>
  act === 'user.reveal' || act === 'kyc.view' || act === 'deposit.proof'

/** The actions of the fullest stretch of so long, if it has at least so many; of views, each customer counts once. */
function crowded(
  actions: readonly AuditedAction[],
  { withinMs, min }: { withinMs: number; min: number },
): readonly AuditedAction[] {
  let [from, first, length] = [0, 0, 0]
  for (const [to, { at }] of actions.entries()) {
    while (at - (actions[from]?.at ?? at) > withinMs) from += 1
    if (to + 1 - from > length) [first, length] = [from, to + 1 - from]
  }
  const fullest = actions.slice(first, first + length)
  const persons = new Set(fullest.map(({ customerId }, index) => customerId ?? index))
  return persons.size < min ? [] : fullest
}
