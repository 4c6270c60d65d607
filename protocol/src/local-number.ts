/** `least` and `most` decimals; `sign`: a plus before what is above zero; `percent`: with the sign of percent. */
export type Digits = {
  readonly minDecimals?: number
  readonly maxDecimals?: number
  readonly sign?: boolean
  readonly percent?: boolean
}

const writers = new Map<string, Intl.NumberFormat>()

function writerOf(tag: string, { minDecimals = 0, maxDecimals = 20, percent = false }: Digits): Intl.NumberFormat {
  const key = `${tag} ${minDecimals} ${maxDecimals} ${percent}`
  const known = writers.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(tag, {
    minimumFractionDigits: minDecimals,
    maximumFractionDigits: Math.max(minDecimals, maxDecimals),
    numberingSystem: 'latn',
    roundingMode: 'trunc',
    ...(percent && { style: 'unit', unit: 'percent' }),
  } as Intl.NumberFormatOptions)
  writers.set(key, made)
  return made
}

/**
 * Decimal text as a sentence of the language `tag` writes it: 10.000,5 in German. Tables, tickets and balances keep the
 * one style of `ui/format`. Decimals beyond `most` are cut; the value is never a number, so that no digit is lost.
 */
export function localNumber(decimal: string, tag: string, digits: Digits = {}): string {
  const text = writerOf(tag, digits).format(decimal as `${number}`)
  return `${digits.sign === true && /^[^-]*[1-9]/.test(decimal) ? '+' : ''}${text.replace('-', '\u2212')}`
}

/** An amount of money as a sentence writes it: two decimals, more only where it has them, its coin behind on the same line. */
export function localAmount(
  decimal: string,
  tag: string,
  { asset, ...digits }: Digits & { asset?: string } = {},
): string {
  const figure = localNumber(decimal, tag, { minDecimals: 2, maxDecimals: 8, ...digits })
  return asset === undefined ? figure : `${figure}\u00a0${asset.split('.')[0]}`
}
