import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { indicatorNames } from '../src/features/chart/chart-indicators.ts'
import { trimChart } from './trim-chart.ts'

const library = readFileSync(
  fileURLToPath(import.meta.resolve('klinecharts')).replace(/index\.cjs$/, 'index.esm.js'),
  'utf8',
)

describe('trimChart', () => {
  it('fits the installed library and keeps every indicator the toolbar offers', () => {
    const trimmed = trimChart(library)
    const lists = /var extensions\$2 = \[([^\]]*)\];/.exec(trimmed)?.[1]?.split(',') ?? []
    expect(lists).toHaveLength(indicatorNames.length)
    expect(trimmed).toContain('var extensions = [];')
  })
  it('fails when the library is not as it expects', () => {
    expect(() => trimChart('var extensions = [a];')).toThrow(/klinecharts has changed/)
  })
})
