/** Four equal digits or more, a run up or down, or the birth date in any of its usual spellings. */
export function isWeakFundPassword(digits: string, birthDate?: string): boolean {
  const counts = new Map<string, number>()
  for (const digit of digits) counts.set(digit, (counts.get(digit) ?? 0) + 1)
  return (
    Math.max(...counts.values()) >= 4 ||
    '0123456789'.includes(digits) ||
    '9876543210'.includes(digits) ||
    spellings(birthDate).includes(digits)
  )
}

/** A day, as YYYY-MM-DD, in six digits. */
function spellings(birthDate = ''): string[] {
  const [, century = '', year = '', month = '', day = ''] = /^(\d{2})(\d{2})-(\d{2})-(\d{2})$/.exec(birthDate) ?? []
  if (day === '') return []
  const long = `${century}${year}`
  return [
    year + month + day,
    day + month + year,
    month + day + year,
    year + day + month,
    long + month,
    month + long,
    long + day,
    day + long,
  ]
}
