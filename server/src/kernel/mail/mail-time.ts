import { sentenceDate } from '@evenhand/protocol/sentence-date.ts'
/**
 * A moment, in epoch ms, as a mail writes it: as the language of the tag writes it, then the name of the zone. `zone` is an
 * IANA name; UTC where the reader's is not known.
 */
export function mailTime(ms: number, tag: string, zone = 'UTC'): string {
  const time = sentenceDate(tag, { timeStyle: 'short', timeZone: zone }).format(ms)
  const parts = new Intl.DateTimeFormat(tag, { timeZone: zone, timeZoneName: 'short' }).formatToParts(ms)
  return `${time} ${parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone}`
}
