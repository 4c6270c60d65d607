import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { languages } from '@evenhand/protocol/languages.ts'
import { chromium, type Browser } from 'playwright-core'
import { loadCatalogue } from '../../server/src/domains/markets/catalogue/load-catalogue.ts'
import { readArguments, type BenchOf } from './arguments.ts'
import { goals, type Figure } from './goals.ts'
import { startProductProcess } from './product-process.ts'
import { createFrames, type PriceItem } from './push-frames.ts'
import { report } from './report.ts'

const dist = join(import.meta.dirname, '..', '..', 'web', 'dist')
const part = 'page'
const pages = { home: '/', instrument: '/cruuency?code=BTCUSDT' } as const
const kilobytes = (bytes: number): number => bytes / 1000

/** `initial`: what the built page itself names. `script`: that and whatever the page then loads by itself. */
type Bytes = { lang: string; initial: number; script: number; style: number; shell: number }

/** What a first visit to a page loads, as gzip at its best: scripts, styles and the page itself. */
async function firstLoad(browser: Browser, of: { origin: string; path: string; lang: string }): Promise<Bytes> {
  const context = await browser.newContext()
  await context.addCookies([{ name: 'lang', value: of.lang, url: of.origin }])
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
  await page.goto(`${of.origin}${of.path}`, { waitUntil: 'load' })
  await wait(1500)
  await context.close()
  const own = join(dist, `shell.${of.lang}.html`)
  const shell = existsSync(own) ? own : join(dist, 'index.html')
  const named = new Set([...readFileSync(shell, 'utf8').matchAll(/assets\/[\w.-]+\.js/g)].map(([file]) => file))
  const initial = [...named].reduce((sum, file) => sum + gzipped(join(dist, file)), 0)
  return { lang: of.lang, initial, ...sizes, shell: gzipped(shell) }
}

const gzipped = (file: string): number =>
  existsSync(`${file}.gz`) ? statSync(`${file}.gz`).size : gzipSync(readFileSync(file), { level: 9 }).length

/** CPU of the page's main thread while every one of `rows` prices changes `perSecond` times a second, in ms a second. */
async function ticking(browser: Browser, of: { origin: string; rows: number; perSecond: number; seconds: number }) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const codes = loadCatalogue().map(({ code }) => code)
  const next = createFrames(codes.slice(0, of.rows))
  const frame = (): string => {
    const items: PriceItem[] = []
    while (items.length < of.rows) items.push(...next())
    return JSON.stringify(items.slice(0, of.rows))
  }
  let timer: NodeJS.Timeout | undefined
  await page.routeWebSocket('**/message', (socket) => {
    socket.send(frame())
    timer = setInterval(() => socket.send(frame()), 1000 / of.perSecond)
  })
  await page.goto(`${of.origin}/market?type=2`, { waitUntil: 'load' })
  await wait(3000)
  const shown = await page.locator('main a[href*="cruuency"]').count()
  const client = await context.newCDPSession(page)
  await client.send('Performance.enable', { timeDomain: 'threadTicks' })
  const read = async (): Promise<Record<string, number>> => {
    const { metrics } = await client.send('Performance.getMetrics')
    return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
  }
  const [before, began] = [await read(), performance.now()]
  await wait(of.seconds * 1000)
  const [after, took] = [await read(), (performance.now() - began) / 1000]
  clearInterval(timer)
  await context.close()
  const perSecond = (name: string): number => (((after[name] ?? 0) - (before[name] ?? 0)) * 1000) / took
  return { cpu: perSecond('TaskDuration'), script: perSecond('ScriptDuration'), shown }
}

const most = (all: readonly Bytes[], which: 'initial' | 'script' | 'style' | 'shell'): Bytes =>
  all.reduce((a, b) => (b[which] > a[which] ? b : a))
const each = (all: readonly Bytes[], which: 'initial' | 'script'): string =>
  all.map((one) => `${one.lang} ${kilobytes(one[which]).toFixed(1)}`).join(', ')

const routeFigure = (name: string, all: readonly Bytes[]): Figure => ({
  part,
  what: `${name}: all scripts of a first visit, gz`,
  value: kilobytes(most(all, 'script').script),
  unit: 'kB',
  goal: goals.routeBytes,
  note: `chart included, and what the page loads ahead by itself; the heaviest language of ${each(all, 'script')}`,
})

const homeFigures = (all: readonly Bytes[]): Figure[] => [
  {
    part,
    what: 'home: scripts that the page names, gz',
    value: kilobytes(most(all, 'initial').initial),
    unit: 'kB',
    goal: goals.homeBytes,
    note: `the heaviest language of ${each(all, 'initial')}; ${kilobytes(most(all, 'script').script).toFixed(1)} kB with what it loads later by itself`,
  },
  {
    part,
    what: 'styles, gz',
    value: kilobytes(most(all, 'style').style),
    unit: 'kB',
    goal: goals.cssBytes,
    note: 'files beside the page; what stands inside it counts there',
  },
  {
    part,
    what: 'page itself, gz',
    value: kilobytes(most(all, 'shell').shell),
    unit: 'kB',
    goal: goals.shellBytes,
    note: `home, painted before any script; heaviest in ${most(all, 'shell').lang}`,
  },
]

async function benchPage(browser: Browser, origin: string, of: BenchOf): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, path] of Object.entries(pages)) {
    const all: Bytes[] = []
    for (const { value } of languages) all.push(await firstLoad(browser, { origin, path, lang: value }))
    figures.push(...(name === 'home' ? homeFigures(all) : [routeFigure(name, all)]))
  }
  const { cpu, script, shown } = await ticking(browser, { origin, rows: 400, perSecond: 5, seconds: of.seconds * 2 })
  figures.push({
    part,
    what: '400 prices at 5 Hz on the market page',
    value: cpu,
    unit: 'CPU ms/s',
    goal: goals.ticking,
    note: `main thread, desktop, a test feed (the server sends at most 4 frames a second); script ${script.toFixed(1)} ms/s; ${shown} rows in the document`,
  })
  return figures
}

if (import.meta.main) {
  const of = readArguments()
  const executable = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
  if (existsSync(executable)) {
    const dataDir = mkdtempSync(join(tmpdir(), 'evenhand-bench-'))
    execFileSync('chmod', ['755', dataDir])
    const product = await startProductProcess({ dataDir })
    const browser = await chromium.launch({ executablePath: executable, args: ['--no-sandbox'] })
    try {
      report(part, await benchPage(browser, `http://127.0.0.1:${product.port}`, of))
    } finally {
      await browser.close()
      await product.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  } else console.log(`No Chromium at ${executable}: set CHROMIUM_PATH to measure pages.`)
}
