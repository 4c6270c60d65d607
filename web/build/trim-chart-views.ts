import type { Plugin } from 'vite'
import { chartPlugin } from './chart-plugin.ts'

/**
 * Drawn by the library and never seen in ours: the box of candle values (the page has a legend of its own, so its style
 * is `none`), buttons on the crosshair (none are set), the newest value of an indicator on the axis (its style is
 * `show: false`). Together they are an eighth of the library.
 */
const instead: Readonly<Record<string, string>> = {
  CandleTooltipView: 'var CandleTooltipView = IndicatorTooltipView;',
  CrosshairFeatureView: 'class CrosshairFeatureView extends View { drawImp() {} }',
  IndicatorLastValueView: 'class IndicatorLastValueView extends View { drawImp() {} }',
}

/** The library's source with those views empty. Throws when one is not where it is expected. */
export function trimChartViews(code: string): string {
  return Object.entries(instead).reduce((text, [name, short]) => {
    const start = text.indexOf(`\nvar ${name} = /** @class */ (function (_super) {`)
    const end = start < 0 ? -1 : text.indexOf('\n}(', start)
    const after = end < 0 ? -1 : text.indexOf(';', end)
    if (after < 0 || !text.slice(start, end).includes(`${name}.prototype.drawImp`))
      throw new Error(`klinecharts has changed: ${name} is not as trim-chart-views.ts expects it`)
    return `${text.slice(0, start)}\n${short}${text.slice(after + 1)}`
  }, code)
}

/** Leaves what our chart never shows out of the chart's file. */
export const trimmedChartViews = (): Plugin => chartPlugin('trim-chart-views', trimChartViews)
