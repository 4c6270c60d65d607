import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import type { Chromium } from './chromium.ts'

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Whether the processes of several browsers have memory to share: a container often has 64 MB of it. */
function hasSharedMemory(): boolean {
  if (!existsSync('/dev/shm')) return false
  const { bavail, bsize } = statfsSync('/dev/shm')
  return bavail * bsize >= 2 ** 30
}
// Without shared memory the processes of a browser share files, of which every page makes hundreds.
const notByDefault = hasSharedMemory() ? ['--disable-dev-shm-usage'] : []

const refused: string[] = []

/**
 * A time in ms that the product promises where the machine has time for it: as many times longer as more wants to run
 * than the machine has processors for. Whatever is no promise is waited for without a time.
 */
export const promised = (ms: number): number =>
  Math.round(ms * Math.max(1, (loadavg()[0] ?? 1) / availableParallelism()))

/** What pages did against their own policy since the last call. */
export const takeViolations = (): string[] => refused.splice(0)

const contexts = new Set<BrowserContext>()
const longestSeen = 400
/** A page that is stuck does not respond either. */
const late = (): Promise<string[]> => sleep(5000, ['no response'])

/** The address of each open page and the beginning of what stands in its dialog, its messages and its main part. */
export async function seenOnPages(): Promise<string> {
  const pages = [...contexts].flatMap((context) => context.pages())
  const texts = pages.map(async (page) => {
    const parts = page.locator('dialog[open], [role="status"], [role="alert"], main')
    const text = await Promise.race([parts.allInnerTexts(), late()]).catch(() => ['closed'])
    return `at ${page.url()}: ${text.join(' | ').replace(/\s+/g, ' ').slice(0, longestSeen)}`
  })
  return (await Promise.all(texts)).join('\n')
}

/** Is notified of everything that the policy of any page refuses, from its first script on. */
async function watch(context: BrowserContext): Promise<void> {
  contexts.add(context)
  context.on('close', () => contexts.delete(context))
  context.setDefaultTimeout(60_000)
  await context.exposeFunction('reportViolation', (violation: string) => void refused.push(violation))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { reportViolation } = globalThis as unknown as { reportViolation: (violation: string) => void }
      const { effectiveDirective, blockedURI, sourceFile, lineNumber, sample } = event
      reportViolation(`${location.pathname}: ${effectiveDirective} ${blockedURI} ${sourceFile}:${lineNumber} ${sample}`)
    })
  })
}

/** A browser all of whose pages are watched; `more` are flags of its own. */
export const openBrowser = (...more: readonly string[]): Promise<Browser> => launch(inject('chromium').any, more)

/** The Chromium of the machine, for what a headless shell cannot do, such as to show a notification. */
export const openInstalledBrowser = (): Promise<Browser> => launch(inject('chromium').installed, [])

async function launch(found: Chromium | undefined, more: readonly string[]): Promise<Browser> {
  if (found === undefined) throw new Error('no Chromium on this machine: install one, or name it in CHROMIUM_PATH')
  const env = { ...process.env, ...found.env }
  const browser = await chromium.launch({
    executablePath: found.path,
    args: [...flags, ...more],
    ignoreDefaultArgs: notByDefault,
    env,
  })
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    // What a worker fetches no test can route or hold; a journey about the worker allows it.
    const context = await newContext({ serviceWorkers: 'block', ...options })
    await watch(context)
    const close = context.close.bind(context)
    context.close = async (reason) => {
      // A handler that still reads a response would fail after the test, and name no test.
      // A page that is closed already has none.
      const routed = [context, ...context.pages()]
      await Promise.all(routed.map((one) => one.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => {})))
      await close(reason)
    }
    return context
  }
  return browser
}

/** The texts of a namespace in a language as the app shows them: in English where they are not translated. */
export function textsOf(lang: string, namespace: string): Record<string, string> {
  const path = (params: string) => new URL(`../src/texts/${params}/${namespace}.json`, import.meta.url)
  return JSON.parse(readFileSync(existsSync(path(lang)) ? path(lang) : path('en'), 'utf8')) as Record<string, string>
}

/** `clock`: the page's clock can be moved over what it waits for. */
export type Visit = {
  lang: string
  width: 375 | 1920
  theme?: 'light' | 'dark'
  board?: boolean
  worker?: boolean
  clock?: boolean
}

const heights = { 375: 812, 1920: 1080 } as const

/**
 * A fresh visitor's page; what the browser would remember from an earlier choice is set before the first load. Going to
 * an address ends when the app has taken the place of the home page's shell, whose buttons do nothing yet.
 */
export async function openPage(browser: Browser, origin: string, visit: Visit): Promise<Page> {
  const mobile = visit.width === 375
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: visit.width, height: heights[visit.width] },
    isMobile: mobile,
    hasTouch: mobile,
    serviceWorkers: visit.worker === true ? 'allow' : 'block',
  })
  await context.addCookies([{ name: 'lang', value: visit.lang, url: origin }])
  await context.addInitScript(
    ([lang, theme, board]) => {
      if (localStorage.getItem('lang') === null) localStorage.setItem('lang', String(lang))
      localStorage.setItem('colorScheme', String(theme))
      if (board === true) return
      sessionStorage.setItem('onboarding', '1')
      localStorage.setItem('riseAsked', '1')
    },
    [visit.lang, visit.theme ?? 'light', visit.board ?? false] as const,
  )
  const page = await context.newPage()
  if (visit.clock === true) await page.clock.install()
  const goto = page.goto.bind(page)
  page.goto = async (url, options) => {
    const response = await goto(url, options)
    await page.locator('.shell-desktop').waitFor({ state: 'detached' })
    return response
  }
  return page
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What is wrong with a page and stays so: one that still takes shape may cover a button or be too wide for a moment. */
async function lasting<T>(find: () => Promise<T>, isNothing: (found: T) => boolean): Promise<T> {
  for (const until = performance.now() + promised(5000); ;) {
    const found = await find()
    if (isNothing(found) || performance.now() > until) return found
  }
}

/** What a checker of accessibility finds wrong with the page once it has taken shape; an empty list when nothing. */
export const accessibilityProblems = (page: Page): Promise<string[]> =>
  lasting(
    () => problemsNow(page),
    (found) => found.length === 0,
  )

async function problemsNow(page: Page): Promise<string[]> {
  // Colours on their way from one to another are neither; what moves for ever is not waited for.
  await page.evaluate(async () => {
    const moving = document.getAnimations().filter((one) => one.effect?.getTiming().iterations !== Infinity)
    await Promise.allSettled(moving.map((one) => one.finished))
  })
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  return page.evaluate(async (only) => {
    const { axe: checker } = globalThis as unknown as {
      axe: {
        run: (
          root: Document,
          options: object,
        ) => Promise<{ violations: { id: string; nodes: { target: string[] }[] }[] }>
      }
    }
    // Reports of what is right, and style sheets, which none of these rules reads, are half of the work.
    const options = { runOnly: only, resultTypes: ['violations'], preload: { assets: ['media'] } }
    const { violations } = await checker.run(document, options)
    return violations.map(
      (violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(' ')).join(' | ')}`,
    )
  }, rules)
}

/** How many pixels the page is wider than its window once it has taken shape: 0 when nothing scrolls sideways. */
export const overflow = (page: Page): Promise<number> =>
  lasting(
    () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    (pixels) => pixels === 0,
  )
