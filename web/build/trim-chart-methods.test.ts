import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { trimChartMethods } from './trim-chart-methods.ts'

const library = readFileSync(
  fileURLToPath(import.meta.resolve('klinecharts')).replace(/index\.cjs$/, 'index.esm.js'),
  'utf8',
)

test('fits the installed library, and leaves the listener of keys and the axis of prices in place', () => {
  const trimmed = trimChartMethods(library)
  expect(library.length - trimmed.length).toBeGreaterThan(45_000)
  expect(trimmed).not.toContain('hotKeyModifierOrder.indexOf')
  expect(trimmed).toContain("document.addEventListener('keydown', this._boundKeyBoardDownEvent)")
  expect(trimmed).toContain('normal: YAxisImp.extend(normal$1)\n};')
})

test('fails when the library is not as it expects', () => {
  expect(() => trimChartMethods('var SeparatorWidget = 1')).toThrow(/klinecharts has changed/)
})
