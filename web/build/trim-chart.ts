import type { Plugin } from 'vite'
import { chartPlugin } from './chart-plugin.ts'

/** What the chart uses of the library's built-in lists; the rest would be a tenth of its bytes for nothing. */
const kept: readonly { list: RegExp; names: readonly string[] }[] = [
  {
    list: /var extensions\$2 = \[([^\]]*)\];/,
    names: [
      'movingAverage',
      'exponentialMovingAverage',
      'bollingerBands',
      'movingAverageConvergenceDivergence',
      'relativeStrengthIndex',
      'volume',
    ],
  },
  { list: /var extensions = \[([^\]]*)\];/, names: [] },
  { list: /var extensions\$1 = \[([^\]]*)\];/, names: ['circle', 'line', 'polygon', 'rect', 'text'] },
]

/** The library's source with those lists alone. Throws when a list or a name is not where it is expected. */
export function trimChart(code: string): string {
  return kept.reduce((text, { list, names }) => {
    const found = list.exec(text)
    const known = new Set((found?.[1] ?? '').split(',').map((name) => name.trim()))
    if (!found || names.some((name) => !known.has(name)))
      throw new Error(`klinecharts has changed: ${list.source} is not as trim-chart.ts expects it`)
    return text.replace(found[0], found[0].replace(found[1] ?? '', names.join(', ')))
  }, code)
}

/** Leaves indicators and drawings that no screen offers out of the chart's file. */
export const trimmedChart = (): Plugin => chartPlugin('trim-chart', trimChart)
