import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { langValues } from '@evenhand/protocol/languages.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import fr from '../src/texts/fr/common.json' with { type: 'json' }
import frBoard from '../src/texts/fr/onboarding.json' with { type: 'json' }
import { features } from '../src/features.ts'
import type { Screen } from '../src/lib/feature.ts'
import { accessibilityProblems, openBrowser, openPage } from './browser.ts'

const origin = inject('origin')
let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

const bytesOf = async (file: string): Promise<number> =>
  gzipSync(await (await fetch(new URL(file, origin))).bytes(), { level: 9 }).length
const sum = async (files: Iterable<string>): Promise<number> =>
  (await Promise.all([...files].map(bytesOf))).reduce((a, b) => a + b, 0)

// A visitor on a slow connection waits for these bytes; a chunk that takes in what one screen needs shows here.
test.each(langValues)(
  'the page at / names at most 125 kB of script in %s, 105 kB before it is painted',
  async (lang) => {
    const response = await fetch(origin, { headers: { accept: 'text/html', cookie: `lang=${lang}` } })
    const text = await response.text()
    const atOnce = new Set(text.match(/\/assets\/[\w.-]+\.js/g))
    expect(atOnce.size).toBeGreaterThan(3)
    expect(await sum(atOnce)).toBeLessThan(105_000)
    // Its own screen's are named without the slash, and requested once it is painted.
    const all = new Set(text.match(/assets\/[\w.-]+\.js/g))
    expect(all.size).toBeGreaterThan(atOnce.size)
    expect(await sum([...all].map((file) => `/${file}`))).toBeLessThan(125_000)
  },
)

test('the page at / weighs at most 18 kB in every language, and has no other file to wait for until it is painted', async () => {
  for (const lang of langValues) {
    const response = await fetch(origin, { headers: { accept: 'text/html', cookie: `lang=${lang}` } })
    const page = await response.text()
    expect(gzipSync(page, { level: 9 }).length, lang).toBeLessThanOrEqual(18_000)
    expect(page).not.toMatch(/<link rel="stylesheet"/)
  }
})

// A server sends 14 kB before it waits for the first response of a new connection: a sheet within it comes in one journey.
test('the style sheet of every screen weighs less than 14 kB', async () => {
  const response = await fetch(new URL('/market', origin), { headers: { accept: 'text/html' } })
  const sheets = [...(await response.text()).matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, file]) => file)
  expect(sheets).toHaveLength(1)
  expect(await sum(sheets.map(String))).toBeLessThan(14_000)
})

/** What vite wrote of each module: its file, and what it imports before it runs or when it is asked to. */
type Built = Readonly<Record<string, { file: string; imports?: string[]; dynamicImports?: string[] }>>

const closureOf = (built: Built, modules: Iterable<string>, found = new Set<string>()): ReadonlySet<string> => {
  for (const module of modules)
    if (!found.has(module)) closureOf(built, built[module]?.imports ?? [], found.add(module))
  return found
}

const dist = new URL('../dist/', import.meta.url)
const weights = new Map<string, number>()
const weightOf = (file: string): number => {
  const known = weights.get(file) ?? gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length
  weights.set(file, known)
  return known
}

// Counted over the build: what the page names, what a screen imports, the texts it declares, and for an instrument its chart.
test('no screen needs more than 190 kB of script to be shown, in any language', () => {
  const built = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8')) as Built
  // A module that has no file of its own is part of another's.
  const weigh = (modules: Iterable<string>): number =>
    [...new Set([...modules].flatMap((module) => built[module]?.file ?? []))].map(weightOf).reduce((a, b) => a + b, 0)
  const all = features.flatMap((feature): readonly Screen[] => feature.screens)
  const textsOf = (lang: string, { texts }: Pick<Screen, 'texts'>): number =>
    weigh(['common', ...texts].map((name) => `src/texts/${lang}/${name}.json`))
  const codes = [...closureOf(built, ['index.html'])]
    .flatMap((module) => built[module]?.dynamicImports ?? [])
    .filter((module) => !module.includes('/texts/'))
  expect(codes.length).toBeGreaterThan(40)
  const instrument = ['index.html', 'src/routes/instrument.tsx', 'src/features/chart/price-chart.tsx']
  for (const lang of langValues) {
    const texts = all.filter(({ path }) => path === '/cruuency').map((screen) => textsOf(lang, screen))
    expect(weigh(closureOf(built, instrument)) + Math.max(...texts), lang).toBeLessThan(190_000)
    // The build does not state which texts belong to which code, so each is counted with the most.
    const heaviest = Math.max(...all.map((screen) => textsOf(lang, screen)))
    for (const code of codes)
      expect(weigh(closureOf(built, ['index.html', code])) + heaviest, `${code} in ${lang}`).toBeLessThan(190_000)
  }
})

test('a first visit to an instrument by phone loads at most 184 kB of script, chart included, and then rests', async () => {
  const page = await openPage(browser, origin, { lang: 'ar', width: 375 })
  const loaded = new Set<string>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js')) loaded.add(pathname)
  })
  await page.goto('/cruuency?code=BTCUSDT')
  await page.locator('canvas').first().waitFor()
  await page.waitForLoadState('networkidle')
  expect(await sum(loaded)).toBeLessThan(184_000)
  // A screen that is whole animates nothing for ever: that drew a fifth of a core on a phone.
  const endless = () =>
    document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations === Infinity).length
  await expect.poll(() => page.evaluate(endless)).toBe(0)
  await page.context().close()
})

test('a French phone is offered French before the board, which then speaks it', async () => {
  const context = await browser.newContext({ baseURL: origin, locale: 'fr-FR', viewport: { width: 375, height: 812 } })
  const page = await context.newPage()
  await page.goto('/')
  await page.getByRole('button', { name: fr.language.suggest }).click()
  await page.getByRole('dialog').getByRole('button', { name: frBoard.skip }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await context.close()
})

test('a French browser is offered French in its own words, then the colours of prices, in one line', async () => {
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'fr-FR',
    viewport: { width: 1920, height: 1080 },
  })
  const page = await context.newPage()
  await page.goto('/market')
  const offer = page.getByRole('button', { name: fr.language.suggest })
  await offer.waitFor()
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('zh-Hans')
  expect(await accessibilityProblems(page)).toEqual([])
  await offer.click()
  await page.getByRole('button', { name: fr.rise.green }).press('Enter')
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('fr')
  await expect.poll(() => page.locator('html').getAttribute('data-rise')).toBe('green')
  await page.locator('.first-visit').waitFor({ state: 'hidden' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
  await page.reload()
  await expect.poll(() => page.locator('html').getAttribute('data-rises')).toBeNull()
  await context.close()
})
