/** The four figures in the home page's header, in their order. */
export const headerFigures = ['lowestFeePct', 'cryptoCount', 'registeredUsers', 'volume24h'] as const
export type FigureName = (typeof headerFigures)[number] | 'lateReceipts'

type Valued = { readonly name: string; readonly value: string | null }
const isZero = (value: string | null | undefined) => value !== null && value !== undefined && /^0+(\.0+)?$/.test(value)

/**
 * Which four figures the header shows: a zero is not informative, so how many receipts left late takes the place
 * of the last of them, once there are receipts.
 */
export function shownFigures(figures: readonly Valued[]): readonly FigureName[] {
  const valueOf = (name: FigureName) => figures.find((figure) => figure.name === name)?.value
  const fraction = /^\d+\/[1-9]\d*$/.test(valueOf('lateReceipts') ?? '')
  const empty = fraction ? headerFigures.findLastIndex((name) => isZero(valueOf(name))) : -1
  return headerFigures.map((name, at) => (at === empty ? 'lateReceipts' : name))
}

const noFigure = '—'
const volumeUnit = 'USDT'
/** What a figure is counted in, where its number alone would not show it. */
export const figureUnit = (name: FigureName): string | undefined => (name === 'volume24h' ? volumeUnit : undefined)

const lateOfAll = /^(\d+)\/(\d+)$/
/** The share of receipts that left late, never rounded in our favour. */
function lateShare(value: string | null): string {
  const [, late = 0, all = 0] = (lateOfAll.exec(value ?? '') ?? []).map(Number)
  return all === 0 ? noFigure : `${Math.ceil((late * 10_000) / all) / 100}%`
}

/** A computed figure in few letters and its unit, never rounded up; a dash where there is none. */
export function figureText(name: FigureName, value: string | null, tag: string): string {
  if (name === 'lateReceipts') return value !== null && lateOfAll.test(value) ? value.replace('/', ' / ') : noFigure
  const number = figureNumber(name, value, tag)
  const unit = figureUnit(name)
  return number === noFigure || unit === undefined ? number : `${number} ${unit}`
}

/** The same without its unit, for a heading that names the unit beside it. */
export function figureNumber(name: FigureName, value: string | null, tag: string): string {
  if (name === 'lateReceipts') return lateShare(value)
  if (value === null || !/^\d+(\.\d+)?$/.test(value)) return noFigure
  const literal = value as Intl.StringNumericLiteral
  if (name === 'lowestFeePct') return `${value}%`
  const compact = new Intl.NumberFormat(tag, {
    notation: value.length > 6 ? 'compact' : 'standard',
    numberingSystem: 'latn',
    ...(value.length > 6 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 0 }),
    roundingMode: 'floor',
  } as Intl.NumberFormatOptions)
  return compact.format(literal)
}
