import type { Browser, Page } from 'playwright-core'
import { readFileSync } from 'node:fs'
import { bareLabel } from '../src/lib/bare-label.ts'
import { operatorSession } from '../../web/test/operator.ts'

export { accessibilityProblems, openBrowser, overflow } from '../../web/test/browser.ts'

type Tree = { readonly [key: string]: string | Tree }

/** A text of the console, in English unless requested otherwise, by its namespace and dotted key. */
export function text(namespace: string, key: string, lang = 'en'): string {
  const file = new URL(`../src/texts/${lang}/${namespace}.json`, import.meta.url)
  const found = key
    .split('.')
    .reduce<string | Tree | undefined>(
      (tree, part) => (typeof tree === 'object' ? tree[part] : undefined),
      JSON.parse(readFileSync(file, 'utf8')) as Tree,
    )
  if (typeof found !== 'string') throw new Error(`no text ${namespace}.${key}`)
  return found
}

/** A text of a button as dialogs show it: without the key that presses it elsewhere. */
export const verb = (namespace: string, key: string): string => bareLabel(text(namespace, key))

type Visit = {
  origin: string
  lang?: string
  width?: 375 | 1440
  theme?: 'light' | 'dark'
  /** An operator of the sandbox who is signed in already: the screen of the sign-in is for those that are about it. */
  as?: string
  /** Where that operator begins. */
  at?: string
}

/** A browser context of its own with the console in it: at the sign-in, or as one who is signed in. */
export async function openConsole(browser: Browser, visit: Visit): Promise<Page> {
  const { origin, lang = 'en', width = 1440, theme = 'light', as, at = '/' } = visit
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height: width === 375 ? 812 : 900 },
    hasTouch: width === 375,
  })
  await context.addInitScript(
    ([chosen, scheme]) => {
      localStorage.setItem('lang', String(chosen))
      localStorage.setItem('colorScheme', String(scheme))
    },
    [lang, theme] as const,
  )
  if (as !== undefined) {
    const [name = '', value = ''] = (await operatorSession(origin, as)).cookie.split(/=(.*)/)
    await context.addCookies([{ name, value, url: origin }])
  }
  const page = await context.newPage()
  await page.goto(as === undefined ? '/sign-in' : at)
  await page
    .locator(as === undefined ? 'h1' : 'header h1')
    .first()
    .waitFor()
  return page
}

/** Signs an operator of the sandbox in by one press, and by the software authenticator where the role needs a factor. */
export async function signInAs(page: Page, name: string): Promise<void> {
  await page.locator(`button[title="${name}"]`).click()
  const lang = await page.evaluate(() => localStorage.getItem('lang') ?? 'zh')
  const factor = page.getByRole('button', { name: text('signin', 'software', lang) })
  const inside = page.locator('header h1')
  await factor.or(inside).first().waitFor()
  if (await factor.isVisible()) await factor.click()
  await inside.waitFor()
}
