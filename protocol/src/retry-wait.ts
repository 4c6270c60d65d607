/** How long until something may be tried again, for a text with the units `s` and `min`: minutes past one, rounded up. */
export const waitWords = (seconds: number): { n: number; unit: 'min' | 's' } =>
  seconds > 60 ? { n: Math.ceil(seconds / 60), unit: 'min' } : { n: seconds, unit: 's' }
