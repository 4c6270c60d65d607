import type { Page, WebSocketRoute } from 'playwright-core'
import { minuteMs } from '@evenhand/protocol/durations.ts'
import { timeFormat } from '@evenhand/protocol/sentence-date.ts'
import { expect } from 'vitest'

/**
 * A market whose candles and time the test holds in its hand: one candle a minute whose close is its minute, and a
 * price line that speaks the real frames. Everything else of the page is the real server's.
 */
export async function steeredMarket(page: Page, { code }: { code: string }) {
  let now = Math.floor(Date.now() / minuteMs) * minuteMs + 5000
  let connections: WebSocketRoute[] = []
  let asleep = false
  let older = 0
  let sent = 0
  let through: (() => void) | undefined
  let held: Promise<void> | undefined
  let newer = 0
  let heldNewer: Promise<void> | undefined
  let seq = 1

  const priceAt = (ts: number): string => `${40_000 + (Math.floor(ts / minuteMs) % 10_000)}.25`
  const candle = (ts: number) => {
    const price = priceAt(ts)
    return [ts, price, price, price, price, '60.000']
  }
  const publish = (connection: WebSocketRoute) => {
    seq += 1
    connection.send(JSON.stringify([{ code, price: priceAt(now), zdf: '1.00', ts: now, seq }]))
  }
  await page.routeWebSocket('**/message', (connection) => {
    if (asleep) return void connection.close()
    connections.push(connection)
    publish(connection)
  })
  await page.route('**/getKValueByCodeAndDate*', async (route) => {
    const request = new URL(route.request().url()).searchParams
    const limit = Number(request.get('limit'))
    if (asleep) return route.abort()
    const to = Math.min(Number(request.get('to') ?? now), now)
    if (request.get('to') !== null) {
      older += 1
      await held
    }
    if (request.get('from') !== null) {
      newer += 1
      await heldNewer
    }
    const last = Math.floor(to / minuteMs)
    const first = Math.max(last - limit + 1, Math.ceil(Number(request.get('from') ?? 0) / minuteMs))
    const rows = Array.from({ length: last - first + 1 }, (_, no) => candle((first + no) * minuteMs))
    await route.fulfill({ json: { code: 200, result: rows, traceId: 't' } })
    if (request.get('to') !== null) sent += 1
  })
  const publishAll = () => {
    if (!asleep) for (const connection of connections) publish(connection)
  }
  const timer = setInterval(publishAll, 500)
  page.on('close', () => clearInterval(timer))

  return {
    holdOlder: () => void (held = new Promise((resolve) => (through = resolve))),
    letOlderThrough: () => through?.(),
    olderRequests: () => older,
    olderSent: () => sent,
    /** The lid closes: nothing arrives or responds, and so much time passes. */
    async sleep(ms: number): Promise<void> {
      asleep = true
      for (const connection of connections) await connection.close()
      connections = []
      now += ms
    },
    /**
     * The page was frozen and its line was not: so much time passes between three prices. The candles that the second has
     * requested arrive after the third has requested more.
     */
    async leap(ms: number): Promise<void> {
      let letThrough = () => {}
      heldNewer = new Promise((resolve) => (letThrough = resolve))
      for (const requested of [newer + 1, newer + 2]) {
        now += ms / 2
        publishAll()
        await expect.poll(() => newer).toBeGreaterThanOrEqual(requested)
      }
      letThrough()
    },
    /** The lid opens: the line may come back. */
    wake: () => void (asleep = false),
    priceText: () => Number(priceAt(now)).toLocaleString('en-US', { minimumFractionDigits: 2 }),
    /** The newest minutes, newest first, as the table writes them. */
    newestMinutes(count: number): string[] {
      const form = timeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
      const newest = Math.floor(now / minuteMs) * minuteMs
      return Array.from({ length: count }, (_, no) => form.format(newest - no * minuteMs))
    },
  }
}
