/**
 * What betting on the last step, the last jump and the mean of 30 s returns, for and against, on every category of simulated,
 * median and replayed prices; STRATEGY_SEED=8 STRATEGY_MONDAY=2026-05-04 for other prices of another month:
 *   npm run bench:strategies -- 1000000
 */
import { categories, hasRecordings } from '../../server/test/price-classes.ts'
import { returnsOf, runOnOldGrain, runOnRecordings, runStrategies, type Run } from '../../server/test/strategy-runs.ts'

const orders = Number(process.argv[2] ?? 1_000_000)
const emit = (name: string, run: Run): void => {
  for (const { signal, side, orders: count, mean, low, high } of returnsOf(run))
    console.log(
      `| ${name} | ${run.offered} of ${run.tried} | ${side} ${signal} | ${count} | ${mean.toFixed(2)} | ${low.toFixed(2)} … ${high.toFixed(2)} |`,
    )
}
console.log(
  '| prices | instruments offered | strategy | orders | return % | 95 % interval |\n| --- | --- | --- | --- | --- | --- |',
)
const started = process.cpuUsage()
for (const category of categories) {
  for (const feed of ['simulated', 'medians'] as const)
    emit(`${category}, ${feed}`, runStrategies(category, feed, orders))
  emit(`${category}, minute bars`, runStrategies(category, 'bars', orders))
  if (hasRecordings) emit(`${category}, recordings`, runOnRecordings(category))
}
emit('coins on the old grain', runOnOldGrain(orders))
const { user } = process.cpuUsage(started)
console.log(`\n${(user / 1e6).toFixed(1)} s of processor time`)
