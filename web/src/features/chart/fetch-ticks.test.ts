import { afterEach, expect, test, vi } from 'vitest'
import { boundedRange, fetchTicks, ticksCsv } from './fetch-ticks.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'

const midnight = 1_795_219_200_000 // 2026-11-21 00:00 UTC
const requested: string[] = []

/** The network, which publishes as the server does: sixty minutes a response, none recorded before `since`. */
function publish({ since, brokenAfter = Infinity }: { since: number; brokenAfter?: number }): void {
  vi.stubGlobal('fetch', (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://server')
    const [code = '', day = ''] = pathname.split('/').slice(-2)
    requested.push(`${day} ${searchParams.get('from')}–${searchParams.get('to')}`)
    if (requested.length > brokenAfter) return Promise.reject(new TypeError('network'))
    const start = Date.parse(`${day}T00:00:00Z`) / minuteMs
    const from = Number(searchParams.get('from'))
    const to = Number(searchParams.get('to'))
    const minutes = Array.from({ length: to - from }, (_, no) => start + from + no).filter(
      (minute) => minute * minuteMs >= since,
    )
    const segments = minutes.slice(0, 60).map((minute) => ({
      code,
      minute,
      ticks: [[minute - start + 1, minute * minuteMs, '1.50', minute % 2 === 1, 'simulated']],
    }))
    const next = minutes[60] === undefined ? null : minutes[60] - start
    return Promise.resolve(
      Response.json({ code: 200, traceId: 't', result: { code, day, segments, head: null, next } }),
    )
  })
}
const fetchRange = (from: number, to: number, onProgress: (done: number, all: number) => void = () => {}) =>
  fetchTicks({ code: 'BTCUSDT', from, to, signal: new AbortController().signal, onProgress })

afterEach(() => {
  requested.length = 0
  vi.unstubAllGlobals()
})

test('pages follow one another across midnight, every minute once', async () => {
  publish({ since: 0 })
  const progress: string[] = []
  const pages = await fetchRange(midnight - 70 * minuteMs, midnight + 5 * minuteMs, (done, all) =>
    progress.push(`${done}/${all}`),
  )
  expect(requested).toEqual(['2026-11-20 1370–1440', '2026-11-20 1430–1440', '2026-11-21 0–5'])
  expect(progress).toEqual(['60/75', '70/75', '75/75'])
  const minutes = pages.flatMap((page) => page.segments.map(({ minute }) => minute))
  expect(minutes).toEqual(Array.from({ length: 75 }, (_, no) => midnight / minuteMs - 70 + no))
})

test('what was never recorded is left out, and a broken connection gives nothing at all', async () => {
  publish({ since: midnight })
  expect(await fetchRange(midnight - 120 * minuteMs, midnight + minuteMs)).toHaveLength(1)
  publish({ since: 0, brokenAfter: requested.length + 1 })
  await expect(fetchRange(midnight - 120 * minuteMs, midnight)).rejects.toThrow('offline')
})

test('a range is whole minutes and never more than the newest day of it', () => {
  expect(boundedRange({ from: midnight + 1, to: midnight + minuteMs + 1 })).toEqual({
    from: midnight,
    to: midnight + 2 * minuteMs,
  })
  expect(boundedRange({ from: 0, to: midnight })).toEqual({ from: midnight - 86_400_000, to: midnight })
})

test('the table has a line a tick and marks what came too late to decide', async () => {
  publish({ since: 0 })
  const csv = ticksCsv(await fetchRange(midnight, midnight + 2 * minuteMs))
  expect(csv.split('\r\n')).toEqual([
    'time,seq,price,kind,late',
    '2026-11-21T00:00:00.000Z,1,1.50,simulated,',
    '2026-11-21T00:01:00.000Z,2,1.50,simulated,late',
    '',
  ])
})
