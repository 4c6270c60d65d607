import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import type { PageFeed } from './page-feed.ts'

/** A window and a machine. `slower`: how many times the main thread is held back. */
export type Device = { readonly name: string; readonly options: Parameters<Browser['newContext']>[0]; readonly slower: number } // prettier-ignore

export const desktop: Device = { name: 'desktop', options: { viewport: { width: 1440, height: 900 } }, slower: 1 }
export const phone: Device = {
  name: 'phone, 4 times slower',
  options: { viewport: { width: 375, height: 812 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  slower: 4,
}

type Opened = { context: BrowserContext; page: Page; client: CDPSession }

/** The market page of all coins, loaded whole, on a device. */
async function openMarket(browser: Browser, origin: string, device: Device): Promise<Opened> {
  const context = await browser.newContext(device.options)
  await context.addInitScript(() => sessionStorage.setItem('onboarding', '1'))
  const page = await context.newPage()
  await page.goto(`${origin}/market?type=2`, { waitUntil: 'load' })
  await page.locator('main li').nth(10).waitFor()
  // The first view loads forty rows; scrolling loads all of them.
  await page.mouse.wheel(0, 300)
  await wait(3000)
  const client = await context.newCDPSession(page)
  await client.send('Performance.enable', { timeDomain: 'threadTicks' })
  if (device.slower > 1) await client.send('Emulation.setCPUThrottlingRate', { rate: device.slower })
  return { context, page, client }
}

async function readMetrics(client: CDPSession): Promise<Record<string, number>> {
  const { metrics } = await client.send('Performance.getMetrics')
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
}

/** Frames a second over some seconds; requested by the page itself, so apart from the measurement of CPU. */
const framesPerSecond = (page: Page, seconds: number): Promise<number> =>
  page.evaluate(
    (length) =>
      new Promise<number>((resolve) => {
        const browser = globalThis as unknown as { requestAnimationFrame(run: () => void): void }
        const began = performance.now()
        let frames = 0
        const count = (): void => {
          frames += 1
          const took = performance.now() - began
          if (took < length * 1000) browser.requestAnimationFrame(count)
          else resolve((frames * 1000) / took)
        }
        browser.requestAnimationFrame(count)
      }),
    seconds,
  )

/** Bytes that live on after the collector has been through. */
async function heapOf(client: CDPSession): Promise<number> {
  await client.send('HeapProfiler.enable')
  for (let round = 0; round < 3; round += 1) await client.send('HeapProfiler.collectGarbage')
  return (await client.send('Runtime.getHeapUsage')).usedSize
}

export type Ticking = { cpu: number; script: number; layout: number; fps: number; rows: number; heapGrowth: number }
export type TickingParams = { device: Device; rows: number; perSecond: number; seconds: number; heapSeconds: number }

/**
 * What a page costs while every one of `rows` prices changes `perSecond` times a second: CPU time of its main thread in ms
 * a second (and what of it is script), frames a second, and how the heap grew over `heapSeconds`, bytes.
 */
export async function measureTicking(browser: Browser, feed: PageFeed, params: TickingParams): Promise<Ticking> {
  feed.start(params)
  const { context, page, client } = await openMarket(browser, feed.origin, params.device)
  try {
    const rows = await page.locator('main a[href*="cruuency"]').count()
    const [before, began] = [await readMetrics(client), performance.now()]
    await wait(params.seconds * 1000)
    const [after, took] = [await readMetrics(client), (performance.now() - began) / 1000]
    const perSecond = (name: string): number => (((after[name] ?? 0) - (before[name] ?? 0)) * 1000) / took
    const fps = await framesPerSecond(page, Math.min(params.seconds, 10))
    const heapBefore = params.heapSeconds > 0 ? await heapOf(client) : 0
    await wait(params.heapSeconds * 1000)
    const heapGrowth = params.heapSeconds > 0 ? (await heapOf(client)) - heapBefore : 0
    const layout = perSecond('LayoutDuration') + perSecond('RecalcStyleDuration')
    return { cpu: perSecond('TaskDuration'), script: perSecond('ScriptDuration'), layout, fps, rows, heapGrowth }
  } finally {
    feed.stop()
    await context.close()
  }
}
