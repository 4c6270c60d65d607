/**
 * Where labels stand that belong at some heights: at them, but within the pane, below `from`, and never closer to each
 * other than `gap`, in the order of their heights. More than fit lie closer.
 */
export function spreadLabels(
  tops: readonly (readonly [key: string, top: number])[],
  { gap, height, from = 0 }: { gap: number; height: number; from?: number },
): ReadonlyMap<string, number> {
  const min = from + gap / 2
  const max = Math.max(min, height - gap / 2)
  const step = Math.min(gap, (max - min) / Math.max(1, tops.length - 1))
  const sorted = tops.toSorted((a, b) => a[1] - b[1])
  const positions: number[] = []
  for (const [, top] of sorted) positions.push(Math.max(Math.min(max, top), (positions.at(-1) ?? min - step) + step))
  // What was pushed out below comes back up, and pushes up what stands in its way.
  for (let at = positions.length - 1, limit = max; at >= 0; at--, limit -= step)
    positions[at] = Math.min(positions[at] ?? min, Math.min(limit, (positions[at + 1] ?? limit + step) - step))
  return new Map(sorted.map(([key], at) => [key, Math.round(positions[at] ?? min)]))
}
