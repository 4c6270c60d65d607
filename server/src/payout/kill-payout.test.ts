import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { handWithdrawals, type Hand } from '../../test/fixtures/withdrawals.ts'
import { payoutSteps } from './payout.ts'

const program = fileURLToPath(new URL('../../test/payout-process.ts', import.meta.url))
let hand: Hand
beforeAll(async () => {
  hand = await handWithdrawals()
})
afterAll(() => hand.close())

/** Runs a payout until it dies at a step, or to its end; answers the signal that ended it. */
const run = (dieAt: string): Promise<NodeJS.Signals | null> =>
  new Promise((resolve, reject) => {
    const ahead = String(hand.clock.now() - Date.now())
    const child = spawn(process.execPath, [program, hand.database.url(), hand.chainFile, ahead, dieAt], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      code === null || code === 0 ? resolve(signal) : reject(new Error(`code ${code}`)),
    )
  })

it.each(payoutSteps)('loses nothing and pays nothing twice when it dies at: %s', { timeout: 60_000 }, async (step) => {
  const owner = await hand.ready(`dies-at-${step}`.replaceAll('-', '_'), { USDT: '300' })
  const first = await hand.asked(owner, { amount: '100', addressId: owner.addressId })
  const second = await hand.asked(owner, { amount: '100', addressId: owner.addressId })
  expect(await run(step)).toBe('SIGKILL')
  hand.clock.advance(10_000)
  expect(await run('')).toBeNull()
  hand.clock.advance(10_000)
  const ended = await hand.list(owner)
  expect(ended.map(({ status }) => status)).toEqual(['COMPLETED', 'COMPLETED'])
  for (const { id } of [first, second]) expect(hand.sent().filter((line) => line.id === id)).toHaveLength(1)
  expect(await hand.balance(owner)).toEqual({ free: 100_000_000n, held: 0n })
  expect(await hand.broken()).toEqual([])
})
