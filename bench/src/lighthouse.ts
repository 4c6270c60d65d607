import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

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
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/**
 * What Lighthouse measured of one first visit, in ms; its scores of 100; and how fast it found this machine to be. By itself
 * it simulates a slow phone: four times slower than the machine, 150 ms away, 1.6 Mbit/s.
 */
export type Paint = {
  first: number
  largest: number
  blocked: number
  shift: number
  score: number
  /** The lowest of the scores of accessibility, best practices and search. */
  quality: number
  machine: number
}

type Report = {
  environment: { benchmarkIndex: number }
  audits: Record<string, { numericValue?: number }>
  categories: Record<(typeof categories)[number], { score: number }>
}

/** Visits a page with an empty cache. `file`: where the report is written meanwhile; `flags`: what else is simulated. */
export async function measurePaint(url: string, { file, flags }: { file: string; flags: readonly string[] }) {
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
      `--only-categories=${categories.join(',')}`,
      '--output=json',
      `--output-path=${file}`,
      ...flags,
      `--chrome-flags=${chromiumFlags.join(' ')}`,
    ],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, CHROME_PATH: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium' },
    },
  )
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve))
  if (code !== 0) throw new Error(`Lighthouse ended with ${code}`)
  return paintOf(JSON.parse(readFileSync(file, 'utf8')) as Report)
}

function paintOf({ audits, categories: scores, environment }: Report): Paint {
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
    score: scores.performance.score * 100,
    quality: Math.min(scores.accessibility.score, scores['best-practices'].score, scores.seo.score) * 100,
    machine: environment.benchmarkIndex,
  }
}
