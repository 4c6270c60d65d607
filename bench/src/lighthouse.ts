import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { blockedByCpu } from './main-thread.ts'

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
  /** The same where a task lasts as long as the page itself computes, whatever else this machine does. */
  blockedByCpu: number
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

/** A visit with an empty cache to a page, in a folder for its files. `slower` than this machine is the simulated device. */
export type Visit = { url: string; folder: string; slower: number; isDesktop?: boolean }

/** On a busy machine Lighthouse sometimes does not find the start of a visit in its own recording (NO_NAVSTART). */
const maxTries = 3

/** Measures one visit, or another one where Lighthouse could not record it. Throws where three in a row were not recorded. */
export async function measurePaint(visit: Visit): Promise<Paint> {
  for (let tries = 1; ; tries += 1)
    try {
      return await recordPaint(visit)
    } catch (cause) {
      if (tries === maxTries) throw cause
      console.log(`${String(cause)}; the visit is made again`)
    }
}

async function recordPaint({ url, folder, slower, isDesktop = false }: Visit): Promise<Paint> {
  const file = join(folder, 'report')
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
      '--save-assets',
      `--throttling.cpuSlowdownMultiplier=${slower}`,
      ...(isDesktop ? ['--preset=desktop'] : []),
      `--chrome-flags=${chromiumFlags.join(' ')}`,
    ],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, CHROME_PATH: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium' },
    },
  )
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve))
  if (code !== 0) throw new Error(`Lighthouse ended with ${code}`)
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report
  return { ...paintOf(report), blockedByCpu: blockedByCpu(`${file}-0.trace.json`, slower) }
}

function paintOf({ audits, categories: scores, environment }: Report): Omit<Paint, 'blockedByCpu'> {
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
