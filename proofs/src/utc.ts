/** Epoch milliseconds as UTC text, 2026-11-21T12:00:01.000Z, by the civil calendar (Hinnant's days-to-date), without a Date. */
export function utcText(epochMs: number): string {
  const days = Math.floor(epochMs / 86_400_000)
  const ms = epochMs - days * 86_400_000
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  // The year is counted from March, so that its leap day is its last.
  const month = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * month + 2) / 5) + 1
  const year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
  const two = (value: number): string => String(value).padStart(2, '0')
  const date = `${year}-${two(month < 10 ? month + 3 : month - 9)}-${two(day)}`
  const time = `${two(Math.floor(ms / 3_600_000))}:${two(Math.floor(ms / 60_000) % 60)}:${two(Math.floor(ms / 1000) % 60)}`
  return `${date}T${time}.${String(ms % 1000).padStart(3, '0')}Z`
}
