import { formatUnits, parseUnits } from '@evenhand/protocol/money.ts'
import { limitUnitOf, type LimitName } from '@evenhand/protocol/safeguards.ts'
import type { Question } from './safeguards.deps.ts'
import type { CustomerLimit } from './eligibility.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

/** A looser limit may be confirmed after this long, and for so long afterwards. */
export const loosenAfterMs = dayMs
export const wishLastsMs = 7 * dayMs

/** Limits that are sums over orders, and over which time: the last hours and days, not those of a calendar. */
export const limitWindows: readonly { name: LimitName; what: Question['what']; ms: number | null }[] = [
  { name: 'loss1d', what: 'lost', ms: dayMs },
  { name: 'loss7d', what: 'lost', ms: 7 * dayMs },
  { name: 'loss30d', what: 'lost', ms: 30 * dayMs },
  { name: 'turnover1d', what: 'staked', ms: dayMs },
  { name: 'turnover7d', what: 'staked', ms: 7 * dayMs },
  { name: 'turnover30d', what: 'staked', ms: 30 * dayMs },
  { name: 'maxOpen', what: 'open', ms: null },
]

const usdtScale = 6
/** A limit as the wire shows it. Money is kept in smallest units of USDT, the others as they are. */
export const limitText = (name: LimitName, value: bigint): string =>
  limitUnitOf(name) === 'USDT' ? formatUnits(value, usdtScale, 2) : String(value)

/** A limit as the wire's codec read it: money with two decimals, the others as whole numbers. */
export function limitUnits(name: LimitName, requested: bigint | number): bigint {
  if (limitUnitOf(name) !== 'USDT') return BigInt(requested)
  return parseUnits(formatUnits(BigInt(requested), 2), usdtScale) ?? 0n
}

/** A wish that still stands: it lapses a week after it could first be confirmed. */
export const wishInForce = ({ wish }: CustomerLimit, now: number): CustomerLimit['wish'] =>
  wish !== null && now < wish.from + wishLastsMs ? wish : null

const isLooser = (wanted: bigint | null, held: bigint | null): boolean =>
  held !== null && (wanted === null || wanted > held)

/** What a request makes of a limit; `waits` states until when a confirmation is too early, null where nothing was requested. */
export type Change = { limit: CustomerLimit } | { waits: number | null }

/**
 * Tighter, or one where there was none: at once, and a wish is dropped. The same: only a wish is dropped. Looser: a wish
 * that may be confirmed a day later; the same wish again keeps its day, and `confirm` carries it out once that is over.
 */
export function changeLimit(
  limit: CustomerLimit,
  { wanted, confirm, now }: { wanted: bigint | null; confirm: boolean; now: number },
): Change {
  const { name, value } = limit
  if (!isLooser(wanted, value)) return { limit: { name, value: wanted, wish: null } }
  const wish = wishInForce(limit, now)
  const same = wish !== null && wish.value === wanted ? wish : null
  if (!confirm) return { limit: { name, value, wish: same ?? { value: wanted, from: now + loosenAfterMs } } }
  if (same === null) return { waits: null }
  return now < same.from ? { waits: same.from } : { limit: { name, value: wanted, wish: null } }
}
