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

/**
 * What Lighthouse simulates for its slow phone (four times slower, 150 ms away, 1.6 Mbit/s), in ms; its score of 100; and how
 * fast it found this machine to be.
 */
type Paint = { first: number; largest: number; blocked: number; shift: number; score: number; machine: number }

/** The `machine` of the phone that is simulated: four times slower than a slow server would be slower than any phone. */
const phoneIndex = 440

const pages = { home: '/', instrument: '/cruuency?code=BTCUSDT' }

/** When home and an instrument paint on a slow phone that visits for the first time, and how long they keep it from a finger. */
export async function benchFirstPaint(params: BenchParams): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'evenhand-bench-'))
  const product = await startProductProcess({ dataDir: join(folder, 'product') })
  try {
    const figures: Figure[] = []
    for (const [page, path] of Object.entries(pages)) {
      const url = `http://127.0.0.1:${product.port}${path}`
      const paints = await measureRounds(page, { url, folder, rounds: params.rounds })
      const slower = Math.max(1, median(paints.map(({ machine }) => machine)) / phoneIndex)
      const calibrated = await measureRounds(`${page}, calibrated`, { url, folder, rounds: params.rounds, slower })
      figures.push(...figuresOf(page, paints), ...calibratedFigures(page, { paints: calibrated, slower }))
    }
    return figures
  } finally {
    await product.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Rounds = { url: string; folder: string; rounds: number; slower?: number }

async function measureRounds(name: string, { url, folder, rounds, slower }: Rounds): Promise<Paint[]> {
  const paints: Paint[] = []
  while (paints.length < rounds) {
    const paint = await measure(url, { file: join(folder, 'report.json'), slower })
    paints.push(paint)
    const [first, largest, blocked] = [paint.first, paint.largest, paint.blocked].map((ms) => ms.toFixed(0))
    console.log(
      `${name}: first paint ${first} ms, largest ${largest} ms, blocked ${blocked} ms, score ${paint.score.toFixed(0)}`,
    )
  }
  return paints
}

async function measure(url: string, { file, slower }: { file: string; slower: number | undefined }): Promise<Paint> {
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
      ...(slower === undefined ? [] : [`--throttling.cpuSlowdownMultiplier=${slower.toFixed(2)}`]),
      `--chrome-flags=${chromiumFlags.join(' ')}`,
    ],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, CHROME_PATH: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium' },
    },
  )
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve))
  if (code !== 0) throw new Error(`Lighthouse ended with ${code}`)
  const { audits, categories, environment } = JSON.parse(readFileSync(file, 'utf8')) as {
    environment: { benchmarkIndex: number }
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
    machine: environment.benchmarkIndex,
  }
}

const figureOf =
  (page: string, paints: readonly Paint[]) =>
  (what: string, params: { unit: string; read: (paint: Paint) => number; digits: number }): Figure => {
    const values = paints.map(params.read)
    const each = values.map((value) => value.toFixed(params.digits)).join(', ')
    const note = `Lighthouse's simulated slow phone, empty cache, median of ${paints.length} of ${each}`
    return { part, what: `${page}: ${what}`, value: median(values), unit: params.unit, note }
  }

/** The same phone whatever machine simulates it: slower by what this machine is faster than the phone. */
function calibratedFigures(page: string, { paints, slower }: { paints: readonly Paint[]; slower: number }): Figure[] {
  const figure = figureOf(`${page}, calibrated`, paints)
  const blocked = figure('main thread blocked', { unit: 's', read: (paint) => paint.blocked / 1000, digits: 2 })
  const score = figure('Lighthouse performance', { unit: 'of 100', read: (paint) => paint.score, digits: 0 })
  const note = `${slower.toFixed(2)} times slower than this machine`
  return [
    { ...blocked, goal: goals.blockedCalibrated, note: `${note}; ${blocked.note}` },
    { ...score, goal: goals.scoreCalibrated, note: `${note}; ${score.note}` },
  ]
}

function figuresOf(page: string, paints: readonly Paint[]): Figure[] {
  const figure = figureOf(page, paints)
  const seconds = (what: string, read: (paint: Paint) => number): Figure => figure(what, { unit: 's', read, digits: 2 })
  const largest = seconds('largest part painted', (paint) => paint.largest / 1000)
  const first = seconds('first paint', (paint) => paint.first / 1000)
  const shift = Math.max(...paints.map((paint) => paint.shift)).toFixed(3)
  return [
    page === 'home' ? { ...largest, goal: goals.largestPaint } : largest,
    { ...first, note: `${first.note}; layout shift at most ${shift}` },
    seconds('main thread blocked', (paint) => paint.blocked / 1000),
    {
      ...figure('Lighthouse performance', { unit: 'of 100', read: (paint) => paint.score, digits: 0 }),
      goal: goals.scorePlain,
    },
  ]
}

if (import.meta.main) report(part, await benchFirstPaint(readArguments()))
