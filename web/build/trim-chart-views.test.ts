import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { trimChartViews } from './trim-chart-views.ts'

const library = readFileSync(
  fileURLToPath(import.meta.resolve('klinecharts')).replace(/index\.cjs$/, 'index.esm.js'),
  'utf8',
)

test('fits the installed library, and still names every view that the library makes', () => {
  const trimmed = trimChartViews(library)
  expect(library.length - trimmed.length).toBeGreaterThan(30_000)
  expect(trimmed).not.toContain('_drawRectTooltip')
  for (const [, name = ''] of trimmed.matchAll(/new (\w+View)\(/g))
    expect(trimmed).toMatch(new RegExp(`(?:var|class) ${name}\\b`))
})

test('fails when the library is not as it expects', () => {
  expect(() => trimChartViews('var CandleTooltipView = 1')).toThrow(/klinecharts has changed/)
})
