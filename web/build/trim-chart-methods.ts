import type { Plugin } from 'vite'
import { chartPlugin } from './chart-plugin.ts'

/** Methods of the library that our options switch off, and what each does then. */
const methods: Readonly<Record<string, string>> = {
  // `pane.dragEnabled: false`: a separator finds no panes to drag.
  'SeparatorWidget._findDragPanes': 'return null;',
  'SeparatorWidget._findAdjustablePane': 'return null;',
  'SeparatorWidget._pressedTouchMouseMoveEvent': 'return true;',
  // Our styles give the box of an indicator's values no buttons: the row stays as high as it was.
  'IndicatorTooltipView.drawStandardTooltipFeatures': 'return arguments[5];',
  // Every figure of ours sets `ignoreEvent` and every overlay is made whole: the pointer neither makes, moves nor marks one.
  ...Object.fromEntries(
    [
      '_initEvent',
      '_figureMouseMoveEvent',
      '_figureMouseDownEvent',
      '_figureMouseClickEvent',
      '_figureMouseDoubleClickEvent',
      '_figureMouseRightClickEvent',
      '_processOverlayMouseEnterEvent',
      '_processOverlayMouseLeaveEvent',
      '_processOverlaySelectedEvent',
      '_processOverlayDeselectedEvent',
      '_coordinateToPoint',
      'drawDefaultFigures',
    ].map((name) => [`OverlayView.${name}`, '']),
  ),
  'OverlayView._createFigureEvents': 'return null;',
  'OverlayYAxisView.drawDefaultFigures': '',
  'OverlayYAxisView.getDefaultFigures': '',
  'OverlayXAxisView.getDefaultFigures': '',
  'OverlayImp.eventPressedPointMove': '',
  'OverlayImp.eventPressedOtherMove': '',
  'OverlayImp.startPressedMove': '',
  'OverlayImp.startContinuousDrawing': '',
  'OverlayImp.continuousDrawingModeEventMoveForDrawing': '',
  'OverlayImp.stepDrawingModeEventMoveForDrawing': '',
  'StoreImp.floatIndexToTimestamp': '',
  'StoreImp.setHoverOverlayInfo': '',
  'StoreImp.setClickOverlayInfo': '',
  'StoreImp.updateProgressOverlayInfo': '',
  // No screen saves a picture of the chart.
  'ChartImp.getConvertPictureUrl': '',
  'DrawWidget.getImage': '',
  'DrawPane.getImage': '',
  'SeparatorPane.getImage': '',
}

/** Other parts that are not used, from one piece of text to the next one of another. */
const parts: readonly { from: string; to: string; instead: string }[] = [
  // `hotkey: { enabled: false }`: the page has a keyboard layer of its own.
  { from: '(_a = {},\n    _a[scrollLeft.name]', to: ';\nfunction registerHotkey', instead: '{}' },
  {
    from: 'this._boundKeyBoardDownEvent = function (event) {',
    to: '        this._chart = chart;\n        this._event',
    instead: 'this._boundKeyBoardDownEvent = function () {};\n',
  },
  // Every axis of prices is a plain one.
  { from: ',\n    percentage: YAxisImp', to: '\n};\nfunction registerYAxis', instead: '' },
]

function replaced(code: string, { from, to, instead }: (typeof parts)[number]): string {
  const start = code.indexOf(from)
  const end = start < 0 ? -1 : code.indexOf(to, start)
  if (end < 0) throw new Error(`klinecharts has changed: ${from} is not as trim-chart-methods.ts expects it`)
  return `${code.slice(0, start)}${instead}${code.slice(end)}`
}

/** The library's source without those methods and parts. Throws when one is not where it is expected. */
export function trimChartMethods(code: string): string {
  const ofMethods = Object.entries(methods).map(([name, body]) => {
    const from = `\n    ${name.replace('.', '.prototype.')} = function (`
    return { from, to: '\n    };', instead: `${from}) { ${body}` }
  })
  return [...ofMethods, ...parts].reduce(replaced, code)
}

/** Leaves what our options switch off out of the chart's file. */
export const trimmedChartMethods = (): Plugin => chartPlugin('trim-chart-methods', trimChartMethods)
