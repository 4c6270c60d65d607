import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { ownMs } from './process-time.ts'

const run = (script: string) => once(spawn(process.execPath, ['-e', script], { stdio: 'ignore' }), 'close')

test('the time of work counts what its processes do and what they wait for', async () => {
  expect(await ownMs(() => run('setTimeout(() => {}, 800)'))).toBeGreaterThan(700)
  const busy = 'for (let sum = 0; process.cpuUsage().user < 500_000; ) for (let at = 0; at < 1e6; at += 1) sum += at'
  expect(await ownMs(() => run(busy))).toBeGreaterThan(480)
})

test.runIf(process.platform === 'linux')('and not what other processes do meanwhile', async () => {
  const others = Array.from({ length: 8 }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
  const own = await ownMs(() => run('0'))
  for (const other of others) other.kill('SIGKILL')
  expect(own).toBeLessThan(1000)
})
