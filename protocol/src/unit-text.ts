/**
 * A count that was written with its unit, parted as the texts of the pages are: 12 小时. The platform's simplified Chinese
 * has no space between the two.
 */
export const partedUnit = (text: string): string => text.replace(/(?<=\d)(?=\p{Script=Han})/u, ' ')

/** A count with its unit in words, as the language `tag` writes it: 12 hours. */
export const unitText = (tag: string, count: number, unit: 'day' | 'hour' | 'minute' | 'second'): string =>
  partedUnit(
    new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long', numberingSystem: 'latn' }).format(count),
  )
