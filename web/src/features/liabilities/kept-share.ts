import { formatUnits } from '@evenhand/protocol/money.ts'

/** Smallest units as text; `custody` is null where none keeps the asset. */
type Owed = { readonly owed: string; readonly custody: string | null }

/** What custody keeps of what is owed, in per cent of two decimals and never rounded up; undefined where there is no such share. */
export const keptPercent = ({ owed, custody }: Owed): string | undefined =>
  custody === null || BigInt(owed) === 0n ? undefined : formatUnits((BigInt(custody) * 10_000n) / BigInt(owed), 2)

/** Whether custody keeps less than is owed. */
export const isShort = ({ owed, custody }: Owed): boolean => custody !== null && BigInt(custody) < BigInt(owed)
