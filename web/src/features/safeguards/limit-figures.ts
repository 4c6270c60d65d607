import { parseUnits } from '@evenhand/protocol/money.ts'
import { limitUnitOf, safeguardBounds, type LimitName } from '@evenhand/protocol/safeguards.ts'

const moneyScale = 2

/** A limit's text from the wire or from a field → hundredths of a USDT, orders or minutes; undefined when it is none. */
export function limitValue(name: LimitName, text: string): bigint | undefined {
  const unit = limitUnitOf(name)
  const value = parseUnits(text.trim(), unit === 'USDT' ? moneyScale : 0)
  if (value === undefined) return undefined
  const [min, max] = boundsOf(name)
  return value >= min && value <= max ? value : undefined
}

function boundsOf(name: LimitName): readonly [bigint, bigint] {
  if (name === 'maxOpen') return [0n, BigInt(safeguardBounds.openOrders)]
  if (name !== 'sessionMinutes') return [0n, BigInt(safeguardBounds.money) * 100n]
  const [min, max] = safeguardBounds.sessionMinutes
  return [BigInt(min), BigInt(max)]
}

/** Whether a wanted limit protects less than the one that holds, and so has to wait. Null is no limit. */
export function isLooser(name: LimitName, { held, wanted }: { held: string | null; wanted: bigint | null }): boolean {
  if (held === null) return false
  return wanted === null || wanted > (limitValue(name, held) ?? 0n)
}

export const limitKinds = ['deposit', 'loss', 'turnover', 'maxBalance', 'maxOpen', 'sessionMinutes'] as const
export const spans = ['1d', '7d', '30d'] as const

/** `loss7d` → what is limited and over which time; a limit without a time has no span. */
export function partsOf(name: LimitName): {
  kind: (typeof limitKinds)[number]
  span: (typeof spans)[number] | undefined
} {
  const span = spans.find((one) => name.endsWith(one))
  const kind = limitKinds.find((one) => name.startsWith(one)) ?? 'loss'
  return { kind, span }
}
