import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { manualClock } from '../time/clock.ts'
import { createRestartPause, onceEnded, type Ended } from './restart-pause.ts'

test('pauses grow up to their bound, and begin anew after a long run', () => {
  const clock = manualClock(0)
  const pause = createRestartPause({ firstMs: 500, maxMs: 3000 }, clock)
  const after = (runMs: number): number => {
    pause.started()
    clock.advance(runMs)
    return pause.next()
  }
  expect([0, 10, 10, 10, 10].map(after)).toEqual([500, 1000, 2000, 3000, 3000])
  expect([3_600_000, 10].map(after)).toEqual([500, 1000])
})

test('a process that cannot be started has ended, as one that exits has, each once', async () => {
  const endOf = (program: string, args: string[]): Promise<Ended[]> =>
    new Promise((resolve) => {
      const ends: Ended[] = []
      const child = spawn(program, args, { stdio: 'ignore' })
      onceEnded(child, (why) => ends.push(why))
      child.once('close', () => resolve(ends))
    })
  expect(await endOf('/no/such/program', [])).toEqual([
    { code: null, signal: null, cause: expect.stringContaining('ENOENT') },
  ])
  expect(await endOf(process.execPath, ['-e', 'process.exit(3)'])).toEqual([{ code: 3, signal: null }])
})
