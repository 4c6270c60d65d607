import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { loadCatalogue } from '../../server/src/domains/markets/catalogue/load-catalogue.ts'
import { readArguments } from './arguments.ts'
import { goals, percentile, type Figure } from './goals.ts'
import { startProductProcess } from './product-process.ts'
import { report } from './report.ts'

const lengths = { '1m': 60, '5m': 300, '15m': 900, '1h': 3600, '4h': 14_400, '1d': 86_400 } as const
// As far as the history of a fresh installation goes; further back there is none and the answer is empty at once.
const historyMs = 2 * 365 * 86_400_000
const asks = 200

const drawn = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)] as T

/** A thousand candles of any instrument and length, ending anywhere in the history, each asked once. */
async function benchCandles(port: number): Promise<Figure[]> {
  const codes = loadCatalogue().map(({ code }) => code)
  const times: number[] = []
  let candles = 0
  for (let index = 0; index < asks; index += 1) {
    const interval = drawn(Object.keys(lengths) as (keyof typeof lengths)[])
    const to = Date.now() - Math.floor(Math.random() * historyMs)
    const query = `code=${encodeURIComponent(drawn(codes))}&interval=${interval}&to=${to}&limit=1000`
    const began = performance.now()
    const answer = await fetch(`http://127.0.0.1:${port}/swx/customer/index/getKValueByCodeAndDate?${query}`)
    const { code, result } = (await answer.json()) as { code: number; result?: unknown[] }
    times.push(performance.now() - began)
    if (code !== 200) throw new Error(`candles were refused with ${code}`)
    candles += result?.length ?? 0
  }
  const sorted = times.toSorted((a, b) => a - b)
  return [
    {
      part: 'candles',
      what: '1 000 candles anywhere in ten years',
      value: percentile(sorted, 0.5),
      unit: 'ms',
      goal: goals.candles,
      note: `median of ${asks} calls through HTTP, each for another instrument, length and time of the two years of history; p99 ${percentile(sorted, 0.99).toFixed(1)} ms; ${(candles / asks).toFixed(0)} candles a call`,
    },
  ]
}

if (import.meta.main) {
  readArguments()
  const dataDir = mkdtempSync(join(tmpdir(), 'evenhand-bench-'))
  execFileSync('chmod', ['755', dataDir])
  const product = await startProductProcess({ dataDir })
  try {
    report('candles', await benchCandles(product.port))
  } finally {
    await product.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
