import { expect, test } from 'vitest'
import { silentLog } from '../log.ts'
import { startJob } from './jobs.ts'

test('a job that goes on failing runs on, and is logged once a cause until it succeeds', async () => {
  const logged: unknown[] = []
  const log = { ...silentLog, error: (fields: object) => void logged.push(fields) }
  const causes = ['away', 'away', 'away', 'late', undefined, 'late', 'late']
  let runs = 0
  const run = async (): Promise<void> => {
    const cause = causes[runs++]
    if (cause !== undefined) throw new Error(cause)
  }
  const job = startJob({ name: 'pack', everyMs: 1, run, log })
  await expect.poll(() => runs).toBeGreaterThan(causes.length)
  await job.stop()
  expect(logged).toEqual([
    { job: 'pack', cause: 'Error: away' },
    { job: 'pack', cause: 'Error: late', unlogged: 2 },
    { job: 'pack', cause: 'Error: late' },
  ])
})
