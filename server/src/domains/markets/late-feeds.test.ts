import { expect, it } from 'vitest'
import type { Markets } from './markets.api.ts'
import { lateFeeds } from './late-feeds.ts'

it('operators are alerted of prices that stay away, and not of those that are about to come', async () => {
  const startedAt = Date.UTC(2026, 0, 5, 12)
  let last = startedAt - 72_000
  const markets = {
    instruments: () => [{ code: 'BTCUSDT' }],
    session: () => ({ open: true }),
    listing: () => undefined,
    latest: () => ({ ts: last }),
  } as unknown as Markets
  const alerts = lateFeeds({ markets, clock: { now: () => startedAt } })
  expect(await alerts.read(startedAt)).toEqual([])
  expect(await alerts.read(startedAt + 60_000)).toEqual([])
  expect(await alerts.read(startedAt + 60_001)).toEqual([{ kind: 'feedLate', subject: 'feeds', count: 1 }])
  last = startedAt + 30_000
  expect(await alerts.read(startedAt + 60_001)).toEqual([])
})
