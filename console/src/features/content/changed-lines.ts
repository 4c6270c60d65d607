export type ChangedLine = { readonly kind: 'gone' | 'new'; readonly text: string }

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '')

/** How many lines two texts have in common from each pair of their lines on. */
function commonFrom(before: readonly string[], after: readonly string[]): readonly (readonly number[])[] {
  const common = Array.from({ length: before.length + 1 }, () => Array.from({ length: after.length + 1 }, () => 0))
  for (let b = before.length - 1; b >= 0; b -= 1)
    for (let a = after.length - 1; a >= 0; a -= 1) {
      const [row = [], next = []] = [common[b], common[b + 1]]
      row[a] = before[b] === after[a] ? (next[a + 1] ?? 0) + 1 : Math.max(next[a] ?? 0, row[a + 1] ?? 0)
    }
  return common
}

/** The lines that one text lost and gained against another, in their order; those that stay are left out. */
export function changedLines(was: string, is: string): readonly ChangedLine[] {
  const [before, after] = [linesOf(was), linesOf(is)]
  const common = commonFrom(before, after)
  const changed: ChangedLine[] = []
  let [b, a] = [0, 0]
  while (b < before.length || a < after.length) {
    const [gone, added] = [before[b], after[a]]
    if (gone === added) {
      b += 1
      a += 1
    } else if (gone !== undefined && (added === undefined || (common[b + 1]?.[a] ?? 0) >= (common[b]?.[a + 1] ?? 0))) {
      changed.push({ kind: 'gone', text: gone })
      b += 1
    } else {
      changed.push({ kind: 'new', text: added ?? '' })
      a += 1
    }
  }
  return changed
}
