import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from './browser.ts'

const origin = 'http://router.example'
const page =
  '<!doctype html><html lang="en"><title>Router</title><div id="root"></div><script type="module" src="/main.js"></script>'
let browser: Browser
let script = ''
beforeAll(async () => {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, rolldownOptions: { input: join(import.meta.dirname, 'fixtures/router-page/main.tsx') } },
  })
  const [{ output }] = [built].flat() as unknown as [{ output: [{ code: string }] }]
  script = output[0].code
  browser = await openBrowser()
})
afterAll(() => browser.close())

async function opened(path: string): Promise<Page> {
  const context = await browser.newContext()
  await context.route(`${origin}/**`, (route) =>
    route.request().url().endsWith('/main.js')
      ? route.fulfill({ contentType: 'text/javascript', body: script })
      : route.fulfill({ contentType: 'text/html', body: page }),
  )
  const opening = await context.newPage()
  await opening.goto(origin + path)
  return opening
}
const pathOf = (params: Page): string => params.url().slice(origin.length)

test('a parameter of a path is read from a link and from an address, and back leads to where one was', async () => {
  const at = await opened('/')
  await at.getByRole('link', { name: 'Thing' }).click()
  await at.getByRole('heading', { name: 'Thing a/b' }).waitFor()
  await expect.poll(() => pathOf(at)).toBe('/things/a%2Fb')
  await at.goBack()
  await at.getByRole('heading', { name: 'Home' }).waitFor()
  await at.goto(`${origin}/things/7/`)
  await at.getByRole('heading', { name: 'Thing 7' }).waitFor()
  await at.context().close()
})

test('a guard that waits shows nothing of what it guards, leads to the sign-in, and from there back', async () => {
  const at = await opened('/desk?x=1')
  const enter = at.getByRole('button', { name: 'Sign in for /desk?x=1' })
  await enter.waitFor()
  await expect.poll(() => at.getByRole('region', { name: 'desk' }).count()).toBe(0)
  await enter.click()
  await at.getByRole('region', { name: 'desk' }).getByRole('heading', { name: 'Desk' }).waitFor()
  await expect.poll(() => pathOf(at)).toBe('/desk?x=1')
  await at.context().close()
})

test('a screen that breaks shows the fault in its place, what is around it stays, and the way on is open', async () => {
  const at = await opened('/broken')
  await at.getByRole('region', { name: 'desk' }).getByRole('alert').getByText('drawn wrongly').waitFor()
  await at.getByRole('link', { name: 'To home' }).click()
  await at.getByRole('heading', { name: 'Home' }).waitFor()
  await at.context().close()
})

test('an unknown address has a screen of its own, and a link leads to a place on a page', async () => {
  const at = await opened('/no/such')
  await at.getByRole('heading', { name: 'Nothing here' }).waitFor()
  await at.getByRole('link', { name: 'To home' }).click()
  await at.getByRole('link', { name: 'End' }).click()
  await at.getByRole('heading', { name: 'Long' }).waitFor()
  await expect
    .poll(() => at.getByText('The end').evaluate((end) => Math.round(end.getBoundingClientRect().top)))
    .toBeLessThan(50)
  await expect.poll(() => pathOf(at)).toBe('/long#end')
  await at.getByRole('link', { name: 'To home' }).click()
  await expect.poll(() => at.evaluate(() => scrollY)).toBe(0)
  await at.context().close()
})
