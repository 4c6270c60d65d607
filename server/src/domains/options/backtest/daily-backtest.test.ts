import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { optionsFixture } from '../../../../test/fixtures/options.ts'
import { dayMs, hourMs, minuteMs } from '@evenhand/protocol/durations.ts'

let rig: Awaited<ReturnType<typeof optionsFixture>>
beforeAll(async () => {
  rig = await optionsFixture()
})
afterAll(() => rig.close())

type Row = [
  day: number,
  category: number,
  signal: string,
  side: string,
  orders: number,
  mean: number,
  low: number,
  high: number,
]
const rows = async (): Promise<Row[] | null> =>
  JSON.parse((await rig.options.strategyReturns.read(0)) ?? 'null') as Row[] | null

/** A day of prices of Bitcoin, a second each, on a grid. */
async function recordADay(day: number, step: number): Promise<void> {
  let state = 12_345
  let price = 5_210_000_000
  for (let second = 0; second < 86_400; second += 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    price += (state % 2001) - 1000
    rig.markets.record('BTCUSDT', BigInt(Math.round(price / step) * step), day * dayMs + second * 1000)
  }
}

it('counts a whole day once, and reports where a bet against the last step wins', async () => {
  const day = Math.floor(rig.clock.now() / dayMs) + 1
  await recordADay(day, 8_000)
  rig.clock.set((day + 1) * dayMs + 300_000)
  await rig.options.tryStrategies()
  // The last minutes of the day may not be compacted yet.
  expect(await rows()).toBeNull()
  rig.clock.advance(400_000)
  await rig.options.tryStrategies()
  const found = (await rows()) ?? []
  expect(found).toHaveLength(6)
  expect(new Set(found.map(([params, category]) => `${params} ${category}`))).toEqual(new Set([`${day} 2`]))
  const against = found.find(([, , signal, side]) => signal === 'lastStep' && side === 'against')
  expect(against?.[5]).toBeGreaterThan(-0.02)
  expect(against?.[6]).toBeLessThan(against?.[5] ?? 0)
  expect(against?.[7]).toBeGreaterThan(against?.[5] ?? 0)
  await rig.options.tryStrategies()
  expect(await rows()).toEqual(found)
})

it('reads only hours of which more than a minute was recorded', async () => {
  const day = Math.floor(rig.clock.now() / dayMs) + 10
  for (let hour = 0; hour < 24; hour += 1)
    for (const minute of hour < 12 ? [30, 31] : [30])
      rig.markets.record('BTCUSDT', 5_210_000_000n, day * dayMs + hour * hourMs + minute * minuteMs)
  rig.clock.set((day + 1) * dayMs + 700_000)
  const read = vi.spyOn(rig.markets, 'ticks')
  await rig.options.tryStrategies()
  const hours = read.mock.calls.flatMap(([windows]) => windows.map(({ from }) => (from / hourMs) % 24))
  expect(hours).not.toEqual([])
  expect(hours.filter((hour) => hour >= 12)).toEqual([])
})
