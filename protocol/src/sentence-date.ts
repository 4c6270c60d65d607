/** Whose medium dates are figures alone, such as 28‏/11‏/2026, which in a sentence are read as a fraction or a version. */
const figuresOnly = /^(ar|de|ja|ko)/

/**
 * Writes dates that stand in a sentence, in the short form that a writer of the language would put there: 28 Nov 2026,
 * 2026年11月28日, 28 نوفمبر 2026. `more` adds the time or a zone, or takes the date away; without a zone it is the reader's. Tables keep short dates.
 */
export const sentenceDate = (tag: string, more: Intl.DateTimeFormatOptions = {}): Intl.DateTimeFormat =>
  timeFormat(tag, { dateStyle: figuresOnly.test(tag) ? 'long' : 'medium', ...more })

/** As `new Intl.DateTimeFormat`, but no line ends between a time and the half of its day: 1:05 م, 1:05 PM, 오후 1:05, 下午1:05. */
export function timeFormat(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const form = new Intl.DateTimeFormat(tag, options)
  const write = form.format.bind(form)
  // No language ends a date or a time with any other letter that stands alone.
  return Object.defineProperty(form, 'format', {
    value: (at?: Date | number) =>
      write(at)
        .replace(/ (?=.$|[AP]M)|(?<=오.) /, '\u00a0')
        .replace(/([上下])午(?=\d)/, '$1\u2060午\u2060'),
  })
}
