type Term = { readonly limitTime: number; readonly payoutRate: string }
export type PayoutGroup = { readonly from: number; readonly to: number; readonly payoutRate: string }

/** Neighbouring terms of one payout as one line, from the shortest on; times in seconds. */
export function payoutGroups(terms: readonly Term[]): readonly PayoutGroup[] {
  const groups: PayoutGroup[] = []
  for (const { limitTime, payoutRate } of terms.toSorted((a, b) => a.limitTime - b.limitTime)) {
    const last = groups.at(-1)
    if (last?.payoutRate === payoutRate) groups[groups.length - 1] = { ...last, to: limitTime }
    else groups.push({ from: limitTime, to: limitTime, payoutRate })
  }
  return groups
}
