import { expect, it } from 'vitest'
import { createSignal } from '../kernel/concurrency/signal.ts'
import { silentLog } from '../kernel/log.ts'
import { manualClock } from '../kernel/time/clock.ts'
import { createLifecycle } from './lifecycle.ts'

const at = { clock: manualClock(0), log: silentLog }

it('starts in order, runs jobs when all have started, and stops in the reverse order when no job runs', async () => {
  const seen: string[] = []
  const note = (what: string) => async (): Promise<void> => void seen.push(what)
  const ran = createSignal()
  const job = { name: 'count', everyMs: 1, run: async () => (seen.includes('job') || seen.push('job'), ran.happened()) }
  const life = createLifecycle(
    [
      { start: note('ledger starts'), stop: note('ledger stops'), jobs: [job] },
      {},
      { start: note('options start'), stop: note('options stop') },
    ],
    at,
  )
  expect(life.isReady()).toBe(false)
  const first = ran.next(60_000)
  await life.start()
  expect(life.isReady()).toBe(true)
  await first
  await life.stop()
  expect(life.isReady()).toBe(false)
  expect(seen).toEqual(['ledger starts', 'options start', 'job', 'options stop', 'ledger stops'])
})

it('stops what never started, because it may hold connections', async () => {
  const seen: string[] = []
  const life = createLifecycle([{ stop: async () => void seen.push('stopped') }], at)
  await life.stop()
  expect(seen).toEqual(['stopped'])
})
