/** Decimals that an amount needs: zeros at its end add nothing. */
const neededDecimals = (text: string): number => (text.split('.')[1] ?? '').replace(/0+$/, '').length

/**
 * The decimals of numbers that stand under each other or in one sentence: as many as the one needs that needs most, `least`
 * at least; two are those of cents.
 */
export const evenDecimals = (texts: readonly string[], least = 2): number =>
  Math.max(least, ...texts.map(neededDecimals))
