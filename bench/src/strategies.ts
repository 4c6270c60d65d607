/**
 * What betting on the last step, the last jump and the mean of 30 s returns, for and against, on every category of simulated,
 * median and replayed prices; STRATEGY_SEED=8 STRATEGY_MONDAY=2026-05-04 for other prices of another month:
 *   npm run bench:strategies -- 1000000
 */
import { categories, hasRecordings } from '../../server/test/price-classes.ts'
import {
  returnsOf,
  runOnOldGrain,
  runOnOtherSeeds,
  runOnRecordings,
  runStrategies,
  type Run,
} from '../../server/test/strategy-runs.ts'

const orders = Number(process.argv[2] ?? 1_000_000)
/** No strategy may return more, its interval included. */
const maxPct = -2
/** What exceeds it is tried again on the prices of so many other seeds. */
const otherSeeds = 8

type Return = ReturnType<typeof returnsOf>[number]
const head =
  '| prices | instruments offered | strategy | orders | return % | 95 % interval |\n| --- | --- | --- | --- | --- | --- |'
const emit = (name: string, { offered, tried }: Run, { signal, side, orders: count, mean, low, high }: Return): void =>
  console.log(
    `| ${name} | ${offered} of ${tried} | ${side} ${signal} | ${count} | ${mean.toFixed(2)} | ${low.toFixed(2)} … ${high.toFixed(2)} |`,
  )
const emitAll = (name: string, run: Run): void => returnsOf(run).forEach((one) => emit(name, run, one))

console.log(head)
const started = process.cpuUsage()
const above: { category: (typeof categories)[number]; feed: 'simulated' | 'medians' | 'bars'; one: Return }[] = []
let intervals = 0
for (const category of categories) {
  for (const feed of ['simulated', 'medians', 'bars'] as const) {
    const run = runStrategies(category, feed, orders)
    emitAll(`${category}, ${feed === 'bars' ? 'minute bars' : feed}`, run)
    intervals += returnsOf(run).length
    above.push(...returnsOf(run).flatMap((one) => (one.high > maxPct ? [{ category, feed, one }] : [])))
  }
  if (hasRecordings) emitAll(`${category}, recordings`, runOnRecordings(category))
}
emitAll('coins on the old grain', runOnOldGrain(orders))

const byChance = Math.round(intervals * 0.05)
console.log(
  `\nOf ${intervals} intervals of 95 % on computed prices about ${byChance} do not hold what they are of. ${above.length} reach over ${maxPct} %` +
    (above.length === 0 ? '.' : `, and were tried again on the prices of ${otherSeeds} other seeds:\n\n${head}`),
)
let stillAbove = 0
for (const { category, feed, one } of above) {
  const run = runOnOtherSeeds(category, feed, orders, otherSeeds)
  const again = returnsOf(run).find(({ signal, side }) => signal === one.signal && side === one.side)
  if (again === undefined) continue
  emit(`${category}, ${feed}, other seeds`, run, again)
  if (again.high > maxPct) stillAbove += 1
}
if (above.length > 0) console.log(`\nThere ${stillAbove} of ${above.length} reach over ${maxPct} %.`)
const { user } = process.cpuUsage(started)
console.log(`\n${(user / 1e6).toFixed(1)} s of processor time`)
process.exitCode = stillAbove === 0 ? 0 : 1
