import { formatUnits } from '@evenhand/protocol/money.ts'

/** Smallest units as text; `custody` and `own`, the house's own coins, are null where none keeps the asset. */
type Owed = { readonly owed: string; readonly custody: string | null; readonly own: string | null }

/** What custody keeps of what is owed, in per cent of two decimals and never rounded up; undefined where there is no such share. */
export const keptPercent = ({ owed, custody }: Omit<Owed, 'own'>): string | undefined =>
  custody === null || BigInt(owed) === 0n ? undefined : formatUnits((BigInt(custody) * 10_000n) / BigInt(owed), 2)

/**
 * Whether custody keeps all that is owed (`kept`), is filled from the house's own coins within seconds (`moving`), as after
 * customers won or converted, or less is there than is owed even so (`short`).
 */
export function coverOf({ owed, custody, own }: Owed): 'kept' | 'moving' | 'short' {
  if (custody === null || BigInt(custody) >= BigInt(owed)) return 'kept'
  return BigInt(custody) + BigInt(own ?? '0') >= BigInt(owed) ? 'moving' : 'short'
}
