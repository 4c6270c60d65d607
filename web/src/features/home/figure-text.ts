/** The four figures in the home page's header, in their order. */
export const headerFigures = ['lowestFeePct', 'cryptoCount', 'registeredUsers', 'volume24h'] as const
export type FigureName = (typeof headerFigures)[number] | 'lateReceipts'

/** A computed figure in few letters, never rounded up; a dash where there is none. */
export function figureText(name: FigureName, value: string | null, tag: string): string {
  if (name === 'lateReceipts') return value !== null && /^\d+\/\d+$/.test(value) ? value.replace('/', ' / ') : '—'
  if (value === null || !/^\d+(\.\d+)?$/.test(value)) return '—'
  const literal = value as Intl.StringNumericLiteral
  if (name === 'lowestFeePct') return `${value}%`
  const compact = new Intl.NumberFormat(tag, {
    notation: value.length > 6 ? 'compact' : 'standard',
    numberingSystem: 'latn',
    ...(value.length > 6 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 0 }),
    roundingMode: 'floor',
  } as Intl.NumberFormatOptions)
  return name === 'volume24h' ? `${compact.format(literal)} USDT` : compact.format(literal)
}
