import { loadCatalogue } from '../../server/src/domains/markets/catalogue/load-catalogue.ts'
import { readArguments } from './arguments.ts'
import { fillTenYears, type TenYears } from './candles-record.ts'
import type { CandlesServerResponse, CandlesServerRequest } from './candles-server.ts'
import { goals, percentile, type Figure } from './goals.ts'
import { openGround } from './ground.ts'
import { openHelper } from './product-process.ts'
import { report } from './report.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

const spans = { '1m': 1, '5m': 5, '15m': 15, '1h': 60, '4h': 240, '1d': 1440, '1w': 10_080 } as const
type Interval = keyof typeof spans
// As far as the history of a fresh installation goes.
const generatedMs = 2 * 365 * dayMs
const requests = 300

const instruments = loadCatalogue()
const drawn = <T>(params: readonly T[]): T => params[Math.floor(Math.random() * params.length)] as T
const between = (from: number, to: number): number => from + Math.floor(Math.random() * (to - from))

type Request = { code: string; interval: Interval; to: number }
type Taken = { sorted: number[]; candles: number; whole: number; cpuMs: number }
type Server = { port: number; cpuMicros: () => Promise<number> }

/** Requests a thousand candles again and again, one call after the other on kept connections. */
async function request({ port, cpuMicros }: Server, next: () => Request): Promise<Taken> {
  const cpu = await cpuMicros()
  const times: number[] = []
  let [candles, whole] = [0, 0]
  for (let index = 0; index < requests; index += 1) {
    const { code, interval, to } = next()
    const query = `code=${encodeURIComponent(code)}&interval=${interval}&to=${to}&limit=1000`
    const began = performance.now()
    const response = await fetch(`http://127.0.0.1:${port}/swx/customer/index/getKValueByCodeAndDate?${query}`)
    const { code: status, result } = (await response.json()) as { code: number; result?: unknown[] }
    times.push(performance.now() - began)
    if (status !== 200) throw new Error(`candles were refused with ${status}`)
    candles += result?.length ?? 0
    whole += result?.length === 1000 ? 1 : 0
  }
  const cpuMs = ((await cpuMicros()) - cpu) / 1000 / requests
  return { sorted: times.toSorted((a, b) => a - b), candles, whole, cpuMs }
}

const figureOf = (what: string, { sorted, candles, whole, cpuMs }: Taken, how: string): Figure => ({
  part: 'candles',
  what,
  value: percentile(sorted, 0.5),
  unit: 'ms',
  goal: goals.candles,
  note: `median of ${requests} calls through HTTP, one after the other, ${how}; p99 ${percentile(sorted, 0.99).toFixed(1)} ms, slowest ${(sorted.at(-1) ?? 0).toFixed(1)} ms; ${(candles / requests).toFixed(0)} candles a call, ${whole} of them whole; ${cpuMs.toFixed(1)} ms of the server's CPU a call, its ticks beside included`,
})

const codeOf = (id: number): string => instruments.find((one) => one.id === id)?.code ?? ''

/** Any candle of the ten years that lie in the database: instrument, length and time by chance. */
function anywhere({ ids, quarters, minutes, from, minutesFrom, until }: TenYears): () => Request {
  return () => {
    const interval = drawn(['1m', '15m', '1h', '4h', '1d', '1w'] as const)
    const having = interval === '1m' ? minutes : interval === '15m' ? quarters : ids
    const oldest = interval === '1m' ? minutesFrom : from
    const room = Math.min(1000 * spans[interval], until - oldest - 1)
    return { code: codeOf(drawn(having)), interval, to: between(oldest + room, until) * 60_000 }
  }
}

/** Runs a bench on the markets of the product over a database of its own, filled by `fill`. */
async function onMarkets<T>(
  fill: (url: string) => Promise<T>,
  bench: (served: Server, filled: T) => Promise<Figure[]>,
): Promise<Figure[]> {
  const ground = await openGround({ accounts: 0, sessions: 0 })
  const server = openHelper<CandlesServerRequest, CandlesServerResponse>('candles-server.ts', [ground.url])
  try {
    await server.request({ do: 'enlist' })
    const filled = await fill(ground.url)
    const { port } = await server.request({ do: 'serve' })
    const cpuMicros = async (): Promise<number> => (await server.request({ do: 'cpu' })).cpuMicros
    const figures = await bench({ port, cpuMicros }, filled)
    await server.request({ do: 'stop' })
    return figures
  } finally {
    server.close()
    await ground.close()
  }
}

const benchRecorded = (): Promise<Figure[]> =>
  onMarkets(
    async (url) => {
      const began = performance.now()
      const record = await fillTenYears(url, Math.floor(Date.now() / 60_000))
      const seconds = ((performance.now() - began) / 1000).toFixed(0)
      console.log(`${record.rows} candles of ten years stored in ${seconds} s`)
      return record
    },
    async (served, record) => {
      const how = `from ${record.rows} stored candles, each of another instrument, length and time`
      return [figureOf('1 000 candles anywhere in ten years', await request(served, anywhere(record)), how)]
    },
  )

const benchGenerated = (): Promise<Figure[]> =>
  onMarkets(
    async () => undefined,
    async (served) => {
      const days = instruments.filter(({ calendar }) => calendar === '24x7').values()
      const twoYears = (): Request => ({ code: days.next().value?.code ?? '', interval: '1d', to: Date.now() })
      const next = (): Request => ({
        code: drawn(instruments).code,
        interval: drawn(Object.keys(spans) as Interval[]),
        to: Date.now() - between(0, generatedMs),
      })
      const fresh = 'of a fresh installation, whose history is computed when it is requested'
      return [
        figureOf('732 daily candles of two generated years, first call', await request(served, twoYears), fresh),
        figureOf('1 000 candles anywhere in two generated years', await request(served, next), fresh),
      ]
    },
  )

if (import.meta.main) {
  readArguments()
  report('candles', [...(await benchRecorded()), ...(await benchGenerated())])
}
