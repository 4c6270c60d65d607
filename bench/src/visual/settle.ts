import type { Page } from 'playwright-core'

const steps = 30
const stepMs = 100
/** A page without requests for so long, by the machine's clock, has acted on the last response. */
const quietMs = 80
const longestMs = 20_000

/**
 * Takes a page whose clock stands three seconds on, in steps, and waits after each until nothing that it requested is on its
 * way: however busy the machine is, a page has then done the same things in the same order. Call `follow` before it is opened.
 */
export function follow(page: Page): { untilSettled(): Promise<void> } {
  let onTheirWay = 0
  let last = performance.now()
  const count = (by: number) => (): void => {
    onTheirWay += by
    last = performance.now()
  }
  page.on('request', count(1))
  page.on('requestfinished', count(-1))
  page.on('requestfailed', count(-1))
  const untilQuiet = async (): Promise<void> => {
    last = performance.now()
    const until = last + longestMs
    while (performance.now() < until && (onTheirWay > 0 || performance.now() - last < quietMs))
      await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return {
    async untilSettled() {
      await untilQuiet()
      for (let step = 0; step < steps; step += 1) {
        await page.clock.runFor(stepMs)
        await untilQuiet()
      }
      await page.evaluate('document.fonts.ready.then(() => {})')
    },
  }
}
