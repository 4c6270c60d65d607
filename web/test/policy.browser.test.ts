import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openBrowser, openPage, takeViolations } from './browser.ts'

const origin = inject('origin')
let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

test('no page turns text into markup or code, and an attempt is reported', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 1920 })
  await page.goto('/market')
  const tried = await page.evaluate(() => {
    const outcome = (act: () => unknown): string => {
      try {
        act()
        return 'done'
      } catch (thrown) {
        return (thrown as Error).name
      }
    }
    const { trustedTypes } = globalThis as unknown as {
      trustedTypes: { createPolicy: (name: string, params: object) => void }
    }
    return {
      markup: outcome(() => (document.createElement('div').innerHTML = '<b>')),
      script: outcome(() => (document.createElement('script').src = '/assets/none.js')),
      policy: outcome(() => trustedTypes.createPolicy('default', { createHTML: (text: string) => text })),
    }
  })
  expect(tried).toEqual({ markup: 'TypeError', script: 'TypeError', policy: 'TypeError' })
  const received: string[] = []
  await expect.poll(() => received.push(...takeViolations())).toBe(3)
  expect(received.map((violation) => violation.split(' ')[1])).toEqual([
    'require-trusted-types-for',
    'require-trusted-types-for',
    'trusted-types',
  ])
  await page.context().close()
})

test.each(['/', '/cruuency?code=BTCUSDT', '/profile/security', '/no/such/path', '/docs'])(
  '%s declares what may frame, sniff, embed and script it',
  async (path) => {
    const response = await fetch(origin + path, { headers: { accept: 'text/html' } })
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(response.status).toBe(200)
    expect(policy).toContain("default-src '")
    expect(policy).not.toMatch(/script-src[^;]*'unsafe-/)
    // It connects to its own origin alone.
    const socket = origin.replace(/^http/, 'ws')
    if (path !== '/docs') expect(policy).toContain(`connect-src 'self' ${socket}`)
    if (path !== '/docs') expect(policy).not.toMatch(/unsafe-inline|ws: |wss: |\*/)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    if (path !== '/docs') expect(policy).toMatch(/frame-ancestors 'none'.*require-trusted-types-for 'script'/)
  },
)
