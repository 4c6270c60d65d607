import type { Locator, Page } from 'playwright-core'

/** The chart of an instrument's page: what takes the keyboard and the pointer. */
export const chartOf = (page: Page): Locator => page.locator('[role=application]')
export const buttonOf = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })

/** Opens an instrument and waits for its chart to be drawn. */
export async function openChart(page: Page, code = 'BTCUSDT'): Promise<void> {
  await page.goto(`/cruuency?code=${code}`)
  await chartOf(page).locator('canvas').first().waitFor()
}

/** A position on the chart, in pixels of the page. */
export async function placeOn(page: Page, { x, y }: { x: number; y: number }): Promise<[number, number]> {
  const box = await chartOf(page).boundingBox()
  return [(box?.x ?? 0) + x, (box?.y ?? 0) + y]
}
