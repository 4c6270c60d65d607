import { languageOf, useLang } from './settings.ts'

/** Seconds as minutes or hours in words, never rounded down: a wait is never shown shorter than it was. */
export function useLasted(): (seconds: number) => string {
  const { tag } = languageOf(useLang())
  return (seconds) => {
    const [value, unit] =
      seconds < 5400 ? [Math.max(1, Math.ceil(seconds / 60)), 'minute'] : [Math.ceil(seconds / 3600), 'hour']
    return new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
  }
}
