import { readFileSync } from 'node:fs'
import pg from 'pg'
import type { BenchParams } from './arguments.ts'
import type { Figure } from './goals.ts'
import type { Ground } from './ground.ts'
import { customerAccounts, fillReserve, openOptionsRig } from './options-rig.ts'
import { runPart } from './run-part.ts'
import { settleOnce } from './settle.ts'

const functionFile = new URL('../../server/db/functions/options/settle.sql', import.meta.url)
const published = /,\n {2}published as \(\n[\s\S]*?having count\(\*\) > 0\)(?=\n {2}select coalesce)/
const resamples = 2000

/**
 * What its event adds to the CPU time of settlement, PostgreSQL and Node together: in each round one run with it and one
 * without, which of them first changing every round, so that what else the machine does falls on both.
 */
export async function benchSettleEvent(params: BenchParams, ground: Ground): Promise<Figure[]> {
  await fillReserve(ground.url, 10n ** 16n)
  const accounts = (await customerAccounts(ground.url)).slice(0, params.expiring)
  const whole = readFileSync(functionFile, 'utf8')
  const silent = whole.replace(published, '')
  if (silent === whole) throw new Error('the event is not where it was in options.settle')
  const owner = new pg.Client({ connectionString: ground.url })
  await owner.connect()
  const rig = await openOptionsRig(ground.url, { byHand: true })
  const costOf = async (source: string): Promise<number> => {
    await owner.query(source)
    const { postgres, node } = await settleOnce(rig, accounts, ground)
    return (postgres + node) / accounts.length
  }
  try {
    // One run of each before any counts: plans are made and pages are in memory.
    await costOf(silent)
    await costOf(whole)
    const pairs: Pair[] = []
    for (let round = 0; round < params.rounds; round += 1) {
      const isFirst = round % 2 === 0
      const first = await costOf(isFirst ? whole : silent)
      const second = await costOf(isFirst ? silent : whole)
      const pair = isFirst ? { withEvent: first, without: second } : { withEvent: second, without: first }
      pairs.push(pair)
      console.log(`round ${round}: ${pair.withEvent.toFixed(1)} µs with, ${pair.without.toFixed(1)} µs without`)
    }
    return [figureOf(pairs, accounts.length)]
  } finally {
    await rig.close()
    await owner.end()
  }
}

/** µs of CPU time an option. */
type Pair = { withEvent: number; without: number }

function figureOf(pairs: readonly Pair[], options: number): Figure {
  const without = medianOf(pairs.map((pair) => pair.without))
  const percentOf = (some: readonly Pair[]): number =>
    (100 * medianOf(some.map((pair) => pair.withEvent - pair.without))) / without
  const drawn = Array.from({ length: resamples }, () =>
    percentOf(pairs.map(() => pairs[Math.floor(Math.random() * pairs.length)] as Pair)),
  ).toSorted((a, b) => a - b)
  const [low = 0, high = 0] = [drawn[Math.floor(resamples * 0.025)], drawn[Math.floor(resamples * 0.975)]]
  return {
    part: 'settle-event',
    what: 'CPU time of settlement that its event adds',
    value: percentOf(pairs),
    unit: '%',
    note: `median difference of ${pairs.length} pairs of ${options} options, of ${without.toFixed(1)} µs an option; 95 % interval ${low.toFixed(1)} to ${high.toFixed(1)} %`,
  }
}

const medianOf = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
}

if (import.meta.main) await runPart('settle-event', benchSettleEvent)
