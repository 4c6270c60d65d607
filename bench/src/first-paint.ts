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

/** What Lighthouse simulates for its slow phone (four times slower, 150 ms away, 1.6 Mbit/s), in ms. */
type Paint = { first: number; largest: number; shift: number }

/** When the home page paints first, and its largest part, on a slow phone that visits for the first time. */
export async function benchFirstPaint(params: BenchParams): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'evenhand-bench-'))
  const product = await startProductProcess({ dataDir: join(folder, 'product') })
  try {
    const paints: Paint[] = []
    for (let round = 0; round < params.rounds; round += 1) {
      paints.push(await measure(`http://127.0.0.1:${product.port}/`, join(folder, `${round}.json`)))
      console.log(`first paint ${paints.at(-1)?.first.toFixed(0)} ms, largest ${paints.at(-1)?.largest.toFixed(0)} ms`)
    }
    return figuresOf(paints)
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
  const { audits } = JSON.parse(readFileSync(file, 'utf8')) as { audits: Record<string, { numericValue?: number }> }
  const valueOf = (name: string): number => {
    const value = audits[name]?.numericValue
    if (value === undefined) throw new Error(`Lighthouse did not measure ${name}`)
    return value
  }
  return {
    first: valueOf('first-contentful-paint'),
    largest: valueOf('largest-contentful-paint'),
    shift: valueOf('cumulative-layout-shift'),
  }
}

function figuresOf(paints: readonly Paint[]): Figure[] {
  const each = (read: (paint: Paint) => number): string =>
    paints.map((paint) => (read(paint) / 1000).toFixed(2)).join(', ')
  const note = `Lighthouse's simulated slow phone, empty cache, median of ${paints.length}`
  return [
    {
      part,
      what: 'home: largest part painted',
      value: median(paints.map(({ largest }) => largest)) / 1000,
      unit: 's',
      goal: goals.largestPaint,
      note: `${note} of ${each(({ largest }) => largest)} s`,
    },
    {
      part,
      what: 'home: first paint',
      value: median(paints.map(({ first }) => first)) / 1000,
      unit: 's',
      note: `${note} of ${each(({ first }) => first)} s; layout shift at most ${Math.max(...paints.map(({ shift }) => shift)).toFixed(3)}`,
    },
  ]
}

if (import.meta.main) report(part, await benchFirstPaint(readArguments()))
