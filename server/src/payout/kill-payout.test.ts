import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withdrawalsFixture, type Fixture } from '../../test/fixtures/withdrawals.ts'
import { createPayout, payoutSteps } from './payout.ts'

const program = fileURLToPath(new URL('../../test/payout-process.ts', import.meta.url))
let fixture: Fixture
beforeAll(async () => {
  fixture = await withdrawalsFixture()
})
afterAll(() => fixture.close())

/** Runs a payout until it dies at a step, or to its end; returns the signal that ended it. */
const run = (dieAt: string): Promise<NodeJS.Signals | null> =>
  new Promise((resolve, reject) => {
    const ahead = String(fixture.clock.now() - Date.now())
    const child = spawn(process.execPath, [program, fixture.database.url(), fixture.chainFile, ahead, dieAt], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      code === null || code === 0 ? resolve(signal) : reject(new Error(`code ${code}`)),
    )
  })

it.each(payoutSteps)('loses nothing and pays nothing twice when it dies at: %s', async (step) => {
  const owner = await fixture.ready(`dies-at-${step}`.replaceAll('-', '_'), { USDT: '300' })
  const first = await fixture.requested(owner, { amount: '100', addressId: owner.addressId })
  const second = await fixture.requested(owner, { amount: '100', addressId: owner.addressId })
  expect(await run(step)).toBe('SIGKILL')
  fixture.clock.advance(10_000)
  expect(await run('')).toBeNull()
  fixture.clock.advance(10_000)
  const ended = await fixture.list(owner)
  expect(ended.map(({ status }) => status)).toEqual(['COMPLETED', 'COMPLETED'])
  for (const { id } of [first, second]) expect(fixture.sent().filter((line) => line.id === id)).toHaveLength(1)
  expect(await fixture.balance(owner)).toEqual({ free: 100_000_000n, held: 0n })
  expect(await fixture.broken()).toEqual([])
})

it('puts off one whose checks take longer than a statement may, and pays the others', async () => {
  const [slow, other] = [await fixture.ready('slow'), await fixture.ready('other')]
  for (const owner of [slow, other]) await fixture.requested(owner, { amount: '50', addressId: owner.addressId })
  const late = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
  let steps = 0
  const passed = (): void => {
    if ((steps += 1) === 1) throw late
  }
  await createPayout({ ...fixture.payoutDeps, passed }).runOnce()
  fixture.clock.advance(3000)
  await fixture.payout.runOnce()
  expect(await fixture.list(slow)).toMatchObject([{ status: 'AUTO_OK' }])
  expect(await fixture.list(other)).toMatchObject([{ status: 'COMPLETED' }])
})
