/**
 * A count with its unit in words: 12 hours, 12 小时. The platform's simplified Chinese has no space between the two, while
 * every text of the pages has one.
 */
export const unitText = (tag: string, count: number, unit: 'day' | 'hour' | 'minute'): string =>
  new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long', numberingSystem: 'latn' })
    .format(count)
    .replace(/(?<=\d)(?=\p{Script=Han})/u, ' ')
