import { evenDecimals } from '@evenhand/ui/even-decimals.ts'
import { Figure, formatDecimal } from './format.tsx'
import { Gain } from './gain.tsx'

/**
 * Amounts of USDT that stand under each other, each with as many decimals as the one that needs most: none is cut, and
 * the digits align. An amount that is not known yet takes no part.
 */
export function evenAmounts(...texts: readonly (string | undefined)[]) {
  const decimals = evenDecimals(texts.filter((text) => text !== undefined))
  return {
    amount: (text: string, sign = false) => (
      <Figure className="whitespace-nowrap">{formatDecimal(text, { decimals, sign })} USDT</Figure>
    ),
    gain: (text: string) => <Gain text={text} decimals={decimals} />,
  }
}
