import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import type { PageFeed } from './page-feed.ts'
import type { Device } from './page-ticking.ts'

type Tap = { readonly what: string; readonly press: (page: Page) => Promise<void> }
export type Delay = { what: string; ms: number }

const firstRow = 'main a[href*="cruuency"] >> nth=0'

const taps: readonly Tap[] = [
  { what: 'a category', press: (page) => page.getByRole('tab').nth(2).click() },
  { what: 'another category', press: (page) => page.getByRole('tab').nth(1).click() },
  { what: 'the languages', press: (page) => page.locator('header button:has(svg)').last().click() },
  { what: 'closing them', press: (page) => page.keyboard.press('Escape') },
  { what: 'an instrument', press: (page) => page.locator(firstRow).click() },
  { what: 'an interval', press: (page) => page.getByRole('button', { name: /^5m,/ }).click() },
]

/**
 * The time from each of some presses to the next paint, under a feed of 400 prices a few times a second: the browser's own
 * Event Timing, which is wall time, so a busy machine shows in it.
 */
export async function measureTaps(browser: Browser, feed: PageFeed, device: Device): Promise<Delay[]> {
  feed.start({ rows: 400, perSecond: 4 })
  const context = await browser.newContext(device.options)
  await context.addInitScript(() => {
    sessionStorage.setItem('onboarding', '1')
    localStorage.setItem('lang', 'en')
    Object.assign(globalThis, { slowest: 0 })
    new PerformanceObserver((list) => {
      const page = globalThis as unknown as { slowest: number }
      for (const entry of list.getEntries()) page.slowest = Math.max(page.slowest, entry.duration)
    }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as never)
  })
  const page = await context.newPage()
  try {
    await page.goto(`${feed.origin}/`, { waitUntil: 'load' })
    await page.locator(firstRow).waitFor()
    await wait(3000)
    const client = await context.newCDPSession(page)
    if (device.slower > 1) await client.send('Emulation.setCPUThrottlingRate', { rate: device.slower })
    const delays: Delay[] = []
    for (const { what, press } of taps) {
      await page.evaluate(() => Object.assign(globalThis, { slowest: 0 }))
      await press(page)
      await wait(1500)
      delays.push({ what, ms: await page.evaluate(() => (globalThis as unknown as { slowest: number }).slowest) })
    }
    return delays
  } finally {
    feed.stop()
    await context.close()
  }
}
