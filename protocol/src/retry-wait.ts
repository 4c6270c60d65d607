/** How long until something may be tried again, for a text with the units `s` and `min`: minutes past one, rounded up. */
export const waitWords = (seconds: number): { n: number; unit: 'min' | 's' } =>
  seconds > 60 ? { n: Math.ceil(seconds / 60), unit: 'min' } : { n: seconds, unit: 's' }

/** The same for the text of a refusal, whose plurals count: 0 of the other unit, and of both where no wait is named. */
export function retryValues(wait: unknown): { retryAfterS: number; retryAfterMin: number } {
  const { n, unit } = waitWords(typeof wait === 'number' ? wait : 0)
  return unit === 'min' ? { retryAfterS: 0, retryAfterMin: n } : { retryAfterS: n, retryAfterMin: 0 }
}
