import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readArguments, type BenchParams } from './arguments.ts'
import { goals, median, type Figure } from './goals.ts'
import { startProductProcess } from './product-process.ts'
import { report } from './report.ts'

// Fetched when it is run: it is as large as all the rest of the project together, and nothing else needs it.
const lighthouse = 'lighthouse@13.5.0'
const chromiumFlags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const part = 'first-paint'

/** What Lighthouse simulates for its slow phone (four times slower, 150 ms away, 1.6 Mbit/s), in ms; its score of 100. */
type Paint = { first: number; largest: number; blocked: number; shift: number; score: number }

const pages = { home: '/', instrument: '/cruuency?code=BTCUSDT' }

/** When home and an instrument paint on a slow phone that visits for the first time, and how long they keep it from a finger. */
export async function benchFirstPaint(params: BenchParams): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'evenhand-bench-'))
  const product = await startProductProcess({ dataDir: join(folder, 'product') })
  try {
    const figures: Figure[] = []
    for (const [page, path] of Object.entries(pages)) {
      const paints: Paint[] = []
      for (let round = 0; round < params.rounds; round += 1) {
        const paint = await measure(`http://127.0.0.1:${product.port}${path}`, join(folder, `${round}.json`))
        paints.push(paint)
        console.log(
          `${page}: first paint ${paint.first.toFixed(0)} ms, largest ${paint.largest.toFixed(0)} ms, blocked ${paint.blocked.toFixed(0)} ms, score ${paint.score.toFixed(0)}`,
        )
      }
      figures.push(...figuresOf(page, paints))
    }
    return figures
  } finally {
    await product.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(url: string, file: string): Promise<Paint> {
  const child = spawn(
    'npm',
    [
      'exec',
      '--yes',
      `--package=${lighthouse}`,
      '--',
      'lighthouse',
      url,
      '--quiet',
      '--only-categories=performance',
      '--output=json',
      `--output-path=${file}`,
      `--chrome-flags=${chromiumFlags.join(' ')}`,
    ],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, CHROME_PATH: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium' },
    },
  )
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve))
  if (code !== 0) throw new Error(`Lighthouse ended with ${code}`)
  const { audits, categories } = JSON.parse(readFileSync(file, 'utf8')) as {
    audits: Record<string, { numericValue?: number }>
    categories: { performance: { score: number } }
  }
  const valueOf = (name: string): number => {
    const value = audits[name]?.numericValue
    if (value === undefined) throw new Error(`Lighthouse did not measure ${name}`)
    return value
  }
  return {
    first: valueOf('first-contentful-paint'),
    largest: valueOf('largest-contentful-paint'),
    blocked: valueOf('total-blocking-time'),
    shift: valueOf('cumulative-layout-shift'),
    score: categories.performance.score * 100,
  }
}

function figuresOf(page: string, paints: readonly Paint[]): Figure[] {
  const figure = (what: string, params: { unit: string; read: (paint: Paint) => number; digits: number }): Figure => {
    const values = paints.map(params.read)
    const each = values.map((value) => value.toFixed(params.digits)).join(', ')
    const note = `Lighthouse's simulated slow phone, empty cache, median of ${paints.length} of ${each}`
    return { part, what: `${page}: ${what}`, value: median(values), unit: params.unit, note }
  }
  const seconds = (what: string, read: (paint: Paint) => number): Figure => figure(what, { unit: 's', read, digits: 2 })
  const largest = seconds('largest part painted', (paint) => paint.largest / 1000)
  const first = seconds('first paint', (paint) => paint.first / 1000)
  const shift = Math.max(...paints.map((paint) => paint.shift)).toFixed(3)
  return [
    page === 'home' ? { ...largest, goal: goals.largestPaint } : largest,
    { ...first, note: `${first.note}; layout shift at most ${shift}` },
    seconds('main thread blocked', (paint) => paint.blocked / 1000),
    figure('Lighthouse performance', { unit: 'of 100', read: (paint) => paint.score, digits: 0 }),
  ]
}

if (import.meta.main) report(part, await benchFirstPaint(readArguments()))
