import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readArguments, type BenchParams } from './arguments.ts'
import { goals, median, type Figure } from './goals.ts'
import { measurePaint, type Paint, type Visit } from './lighthouse.ts'
import { openPageFeed } from './page-feed.ts'
import { startProductProcess, untilIdle } from './product-process.ts'
import { report } from './report.ts'

const part = 'first-paint'

/** The `machine` of the phone that is meant: four times slower than a slow server is slower than it. */
const phoneIndex = 440
/** How much slower than this machine Lighthouse's own slow phone is. */
const plainSlower = 4

const pages = { home: '/', instrument: '/cruuency?code=BTCUSDT' }

/** When home and an instrument paint for who visits for the first time, and how long they keep a slow phone from a finger. */
export async function benchFirstPaint(params: BenchParams): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'evenhand-bench-'))
  const product = await startProductProcess({ dataDir: join(folder, 'product') })
  // One price a second keeps the feed alive; what prices cost is measured by itself, and a page of many never comes to rest.
  const feed = await openPageFeed(product.port)
  feed.start({ rows: 1, perSecond: 1 })
  try {
    await untilIdle(product, { postgresCpu: () => 0 })
    const figures: Figure[] = []
    for (const [page, path] of Object.entries(pages))
      figures.push(...(await measurePage(page, { url: feed.origin + path, folder, rounds: params.rounds })))
    return figures
  } finally {
    await feed.close()
    await product.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Rounds = Pick<Visit, 'url' | 'folder'> & { rounds: number }

async function measurePage(page: string, rounds: Rounds): Promise<Figure[]> {
  const phone = await measureRounds(page, { ...rounds, slower: plainSlower })
  const slower = Math.max(1, median(phone.map(({ machine }) => machine)) / phoneIndex)
  const calibrated = await measureRounds(`${page}, calibrated`, { ...rounds, slower })
  const desktop = await measureRounds(`${page}, desktop`, { ...rounds, slower: 1, isDesktop: true })
  return [
    ...phoneFigures(page, phone),
    ...calibratedFigures(page, { paints: calibrated, slower }),
    desktopFigure(page, desktop),
    qualityFigure(page, [...phone, ...calibrated, ...desktop]),
  ]
}

async function measureRounds(name: string, { rounds, ...visit }: Visit & Rounds): Promise<Paint[]> {
  const paints: Paint[] = []
  while (paints.length < rounds) {
    const paint = await measurePaint(visit)
    paints.push(paint)
    const times = [paint.first, paint.largest, paint.blocked, paint.blockedByCpu].map((ms) => ms.toFixed(0))
    console.log(
      `${name}: first paint ${times[0]} ms, largest ${times[1]} ms, blocked ${times[2]} ms (${times[3]} by CPU time), score ${paint.score.toFixed(0)}`,
    )
  }
  return paints
}

type Measured = { simulated: string; paints: readonly Paint[] }
type Reading = { unit: string; read: (paint: Paint) => number; digits: number }

const figureOf =
  (page: string, { simulated, paints }: Measured) =>
  (what: string, { unit, read, digits }: Reading): Figure => {
    const values = paints.map(read)
    const each = values.map((value) => value.toFixed(digits)).join(', ')
    const note = `Lighthouse's ${simulated}, empty cache, median of ${paints.length} of ${each}`
    return { part, what: `${page}: ${what}`, value: median(values), unit, note }
  }

const seconds = (read: (paint: Paint) => number): Reading => ({
  unit: 's',
  read: (paint) => read(paint) / 1000,
  digits: 2,
})
const score: Reading = { unit: 'of 100', read: (paint) => paint.score, digits: 0 }

function phoneFigures(page: string, paints: readonly Paint[]): Figure[] {
  const figure = figureOf(page, { simulated: 'simulated slow phone', paints })
  const largest = figure(
    'largest part painted',
    seconds((paint) => paint.largest),
  )
  const first = figure(
    'first paint',
    seconds((paint) => paint.first),
  )
  const shift = Math.max(...paints.map((paint) => paint.shift)).toFixed(3)
  return [
    page === 'home' ? { ...largest, goal: goals.largestPaint } : largest,
    { ...first, note: `${first.note}; layout shift at most ${shift}` },
    figure(
      'main thread blocked',
      seconds((paint) => paint.blocked),
    ),
    { ...figure('Lighthouse performance', score), goal: goals.scorePlain },
  ]
}

/** The same phone whatever machine simulates it: slower by what this machine is faster than the phone. */
function calibratedFigures(page: string, { paints, slower }: { paints: readonly Paint[]; slower: number }): Figure[] {
  const figure = figureOf(`${page}, calibrated`, {
    simulated: `phone ${slower.toFixed(2)} times slower than this machine`,
    paints,
  })
  const blocked = figure(
    'main thread blocked',
    seconds((paint) => paint.blocked),
  )
  const byCpu = figure(
    'main thread blocked, by its CPU time',
    seconds((paint) => paint.blockedByCpu),
  )
  return [
    { ...blocked, goal: goals.blockedCalibrated },
    { ...byCpu, goal: goals.blockedCalibrated },
    { ...figure('Lighthouse performance', score), goal: goals.scoreCalibrated },
  ]
}

const desktopFigure = (page: string, paints: readonly Paint[]): Figure => ({
  ...figureOf(`${page}, desktop`, { simulated: 'simulated desktop', paints })('Lighthouse performance', score),
  goal: goals.scoreDesktop,
})

const qualityFigure = (page: string, paints: readonly Paint[]): Figure => ({
  part,
  what: `${page}: accessibility, best practices and search`,
  value: Math.min(...paints.map(({ quality }) => quality)),
  unit: 'of 100',
  goal: goals.scoreQuality,
  note: `the lowest of Lighthouse's three scores in ${paints.length} visits`,
})

if (import.meta.main) report(part, await benchFirstPaint(readArguments()))
