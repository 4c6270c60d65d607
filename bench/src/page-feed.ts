import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadCatalogue } from '../../server/src/domains/markets/catalogue/load-catalogue.ts'
import { systemClock } from '../../server/src/kernel/time/clock.ts'
import { createBroadcast, routeUpgrades } from '../../server/src/kernel/sockets/broadcast.ts'
import { createFrames, type PriceItem } from './push-frames.ts'

/** The product behind an address whose `/message` is a test feed: every one of `rows` prices changes with every frame. */
export type PageFeed = {
  readonly origin: string
  start(params: { rows: number; perSecond: number }): void
  stop(): void
  close(): Promise<void>
}

/** Coins first, as the market page shows them. */
const codesOf = (rows: number): string[] =>
  loadCatalogue()
    .toSorted((a, b) => Number(b.type === 2) - Number(a.type === 2))
    .slice(0, rows)
    .map(({ code }) => code)

/** Everything but prices is passed on to the product at `port`. Frames travel as the product's do: one socket, compressed. */
export async function openPageFeed(port: number): Promise<PageFeed> {
  const server = createServer((incoming, response) => {
    const { method, url, headers } = incoming
    const onward = request({ host: '127.0.0.1', port, method, path: url, headers }, (upstream) => {
      response.writeHead(upstream.statusCode ?? 502, upstream.headers)
      upstream.pipe(response)
    })
    onward.on('error', () => response.destroy())
    incoming.pipe(onward)
  })
  let newest = '[]'
  const broadcast = createBroadcast({ clock: systemClock, snapshot: () => newest, maxConnections: 100 })
  routeUpgrades(server, { '/message': broadcast.upgrade })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  let timer: NodeJS.Timeout | undefined
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    start({ rows, perSecond }) {
      const next = createFrames(codesOf(rows))
      let round = 0
      const write = () => {
        const items: PriceItem[] = []
        while (items.length < rows) items.push(...next())
        // Frames of one second would carry one time; an offset makes each newer than the one before.
        round += 1
        return JSON.stringify(items.slice(0, rows).map((item) => ({ ...item, ts: Date.now(), seq: round })))
      }
      newest = write()
      timer = setInterval(() => broadcast.send((newest = write())), 1000 / perSecond)
    },
    stop: () => clearInterval(timer),
    async close() {
      clearInterval(timer)
      await broadcast.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
