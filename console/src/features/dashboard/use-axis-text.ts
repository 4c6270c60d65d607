import { useTag } from '../../lib/settings.ts'
import { scaledUnit } from '../../table/scaled.ts'

/** How a value stands at an axis: short, as the language writes it; amounts of a coin, in units of `scaled`, with its name. */
export function useAxisText(coin?: string): (value: number) => string {
  const figures = new Intl.NumberFormat(useTag(), { notation: 'compact', maximumSignificantDigits: 3 })
  return (value) =>
    coin === undefined || value === 0 ? figures.format(value) : `${figures.format(value / scaledUnit)} ${coin}`
}
