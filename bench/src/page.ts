import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { languages } from '@evenhand/protocol/languages.ts'
import { chromium, type Browser } from 'playwright-core'
import { readArguments, type BenchParams } from './arguments.ts'
import { goals, type Figure } from './goals.ts'
import { openPageFeed, type PageFeed } from './page-feed.ts'
import { measureTaps } from './page-presses.ts'
import { desktop, measureTicking, phone } from './page-ticking.ts'
import { startProductProcess } from './product-process.ts'
import { report } from './report.ts'

const dist = join(import.meta.dirname, '..', '..', 'web', 'dist')
const part = 'page'
const pages = { home: '/', market: '/market', instrument: '/cruuency?code=BTCUSDT' } as const
const kilobytes = (bytes: number): number => bytes / 1000

/** `initial`: what the built page itself names. `script`: that and whatever the page then loads by itself. */
type Bytes = { lang: string; initial: number; script: number; style: number; shell: number }

/** What a first visit to a page loads, as gzip at its best: scripts, styles and the page itself. */
async function firstLoad(browser: Browser, params: { origin: string; path: string; lang: string }): Promise<Bytes> {
  const context = await browser.newContext()
  await context.addCookies([{ name: 'lang', value: params.lang, url: params.origin }])
  const page = await context.newPage()
  const sizes = { script: 0, style: 0 }
  const seen = new Set<string>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (seen.has(pathname)) return
    seen.add(pathname)
    const file = join(dist, pathname)
    if (pathname.endsWith('.js')) sizes.script += gzipped(file)
    else if (pathname.endsWith('.css')) sizes.style += gzipped(file)
  })
  await page.goto(`${params.origin}${params.path}`, { waitUntil: 'load' })
  await wait(1500)
  await context.close()
  const own = join(dist, `shell.${params.lang}.html`)
  const shell = existsSync(own) ? own : join(dist, 'index.html')
  const named = new Set([...readFileSync(shell, 'utf8').matchAll(/assets\/[\w.-]+\.js/g)].map(([file]) => file))
  const initial = [...named].reduce((sum, file) => sum + gzipped(join(dist, file)), 0)
  return { lang: params.lang, initial, ...sizes, shell: gzipped(shell) }
}

const gzipped = (file: string): number =>
  existsSync(`${file}.gz`) ? statSync(`${file}.gz`).size : gzipSync(readFileSync(file), { level: 9 }).length

const max = (all: readonly Bytes[], which: 'initial' | 'script' | 'style' | 'shell'): Bytes =>
  all.reduce((a, b) => (b[which] > a[which] ? b : a))
const each = (all: readonly Bytes[], which: 'initial' | 'script'): string =>
  all.map((one) => `${one.lang} ${kilobytes(one[which]).toFixed(1)}`).join(', ')

const routeFigure = (name: string, all: readonly Bytes[]): Figure => ({
  part,
  what: `${name}: all scripts of a first visit, gz`,
  value: kilobytes(max(all, 'script').script),
  unit: 'kB',
  goal: goals.routeBytes,
  note: `chart included, and what the page loads ahead by itself; the heaviest language of ${each(all, 'script')}`,
})

const homeFigures = (all: readonly Bytes[]): Figure[] => [
  {
    part,
    what: 'home: scripts that the page names, gz',
    value: kilobytes(max(all, 'initial').initial),
    unit: 'kB',
    goal: goals.homeBytes,
    note: `the heaviest language of ${each(all, 'initial')}; ${kilobytes(max(all, 'script').script).toFixed(1)} kB with what it loads later by itself`,
  },
  {
    part,
    what: 'styles, gz',
    value: kilobytes(max(all, 'style').style),
    unit: 'kB',
    goal: goals.cssBytes,
    note: 'files beside the page; what stands inside it counts there',
  },
  {
    part,
    what: 'page itself, gz',
    value: kilobytes(max(all, 'shell').shell),
    unit: 'kB',
    goal: goals.shellBytes,
    note: `home, painted before any script; heaviest in ${max(all, 'shell').lang}`,
  },
]

/** What 400 prices at 5 Hz cost on a desktop and on a slow phone, which paints lists twice a second. */
async function tickingFigures(browser: Browser, feed: PageFeed, params: BenchParams): Promise<Figure[]> {
  const figures: Figure[] = []
  // As long as the rest of the page is measured, times 24: two minutes of a full run.
  const heapSeconds = params.seconds * 24
  for (const device of [desktop, phone]) {
    const measured = await measureTicking(browser, feed, {
      device,
      rows: 400,
      perSecond: 5,
      seconds: params.seconds * 2,
      heapSeconds,
    })
    const { cpu, script, layout, fps, rows, heapGrowth } = measured
    console.log(`${device.name}: ${cpu.toFixed(1)} ms of CPU a second`)
    const slow = device.slower > 1
    const what = (which: string): string => `400 prices at 5 Hz, ${device.name}: ${which}`
    const note = `main thread; script ${script.toFixed(1)}, style and layout ${layout.toFixed(1)} ms/s; ${rows} rows in the document; a test feed (the server sends at most 4 frames a second)`
    figures.push(
      { part, what: what('CPU'), value: cpu, unit: 'CPU ms/s', goal: slow ? goals.tickingPhone : goals.ticking, note },
      ...(slow
        ? []
        : [
            { part, what: what('script'), value: script, unit: 'CPU ms/s', goal: goals.tickingScript, note: 'of that' },
          ]),
      {
        part,
        what: what('frames'),
        value: fps,
        unit: 'a second',
        ...(slow ? {} : { goal: goals.tickingFrames }),
        note: 'wall time: a busy machine shows in it',
      },
      {
        part,
        what: what('heap growth'),
        value: heapGrowth / 1e6,
        unit: 'MB',
        goal: goals.heapGrowth,
        note: `over ${heapSeconds} s, collected before and after; the goal is for ten minutes`,
      },
    )
  }
  return figures
}

/** The slowest of some presses, on both. */
async function tapFigures(browser: Browser, feed: PageFeed): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const device of [desktop, phone]) {
    const delays = await measureTaps(browser, feed, device)
    figures.push({
      part,
      what: `press to next paint, the slowest of ${delays.length}, ${device.name}`,
      value: Math.max(...delays.map(({ ms }) => ms)),
      unit: 'ms',
      goal: device.slower > 1 ? goals.tapSlow : goals.tap,
      note: `wall time under 400 prices at 4 Hz; ${delays.map(({ what, ms }) => `${what} ${ms}`).join(', ')}`,
    })
  }
  return figures
}

async function benchPage(browser: Browser, port: number, params: BenchParams): Promise<Figure[]> {
  const figures: Figure[] = []
  const origin = `http://127.0.0.1:${port}`
  for (const [name, path] of Object.entries(pages)) {
    const all: Bytes[] = []
    for (const { value } of languages) all.push(await firstLoad(browser, { origin, path, lang: value }))
    console.log(`${name}: loaded in ${all.length} languages`)
    figures.push(...(name === 'home' ? homeFigures(all) : [routeFigure(name, all)]))
  }
  const feed = await openPageFeed(port)
  try {
    return [...figures, ...(await tickingFigures(browser, feed, params)), ...(await tapFigures(browser, feed))]
  } finally {
    await feed.close()
  }
}

if (import.meta.main) {
  const params = readArguments()
  const executable = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
  if (existsSync(executable)) {
    const dataDir = mkdtempSync(join(tmpdir(), 'evenhand-bench-'))
    execFileSync('chmod', ['755', dataDir])
    const product = await startProductProcess({ dataDir })
    const browser = await chromium.launch({ executablePath: executable, args: ['--no-sandbox'] })
    try {
      report(part, await benchPage(browser, product.port, params))
    } finally {
      await browser.close()
      await product.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  } else console.log(`No Chromium at ${executable}: set CHROMIUM_PATH to measure pages.`)
}
