import { expect, test } from 'vitest'
import { createLocalBus } from '../../kernel/bus/local-bus.ts'
import { manualClock } from '../../kernel/time/clock.ts'
import { createLoginGate } from './login-gate.ts'

/** What one tick of the loop writes is sent in the next, and settled in the one after it. */
const settled = async (): Promise<void> => {
  for (let tick = 0; tick < 3; tick += 1) await new Promise((resolve) => setImmediate(resolve))
}

const from = { account: 'amy', ipBucket: '192.0.2.1' }

test('five failures are free, whichever of two processes counts them; a right password begins anew in both', async () => {
  const bus = createLocalBus()
  const clock = manualClock(1_790_000_000_000)
  const [one, two] = [0, 1].map(() => createLoginGate({ clock, on: true, bus: bus.open() }))
  if (one === undefined || two === undefined) throw new Error('two were made')
  const isRefused = (gate: typeof one): boolean => {
    try {
      gate.enter(from)
      return false
    } catch {
      return true
    }
  }
  for (let index = 0; index < 5; index += 1) {
    expect(isRefused(index % 2 === 0 ? one : two)).toBe(false)
    // The other has settled of it before the next try.
    await settled()
  }
  expect([isRefused(one), isRefused(two)]).toEqual([true, true])
  clock.advance(60_000)
  one.passed({ ...from, who: 'customer' })
  await settled()
  for (let index = 0; index < 5; index += 1) expect(isRefused(two)).toBe(false)
})
