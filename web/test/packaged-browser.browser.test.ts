import { expect, inject, test } from 'vitest'
import { openPackagedBrowser, openPage, textsOf } from './browser.ts'

// On a machine that has Node and nothing else every journey runs in this browser: one of them tries it everywhere.
test.skipIf(inject('packagedChromium') === undefined)(
  'in the packaged browser a visitor finds an instrument, while the context of another visitor closes',
  async () => {
    const browser = await openPackagedBrowser()
    try {
      const [page, other] = await Promise.all([
        openPage(browser, inject('origin'), { lang: 'en', width: 1920 }),
        openPage(browser, inject('origin'), { lang: 'ar', width: 375 }),
      ])
      await other.goto('/')
      await other.getByRole('heading', { level: 1, name: textsOf('ar', 'home')['title'] ?? '' }).waitFor()
      await other.context().close()
      await page.goto('/market?q=btcusdt')
      await page.locator('[role=tabpanel] li').first().getByRole('link').click()
      await page.waitForURL(/\/cruuency\?.*code=BTCUSDT/)
      await page.locator('canvas').first().waitFor()
      expect(browser.isConnected()).toBe(true)
    } finally {
      await browser.close()
    }
  },
)
