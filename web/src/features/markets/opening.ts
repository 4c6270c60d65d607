import { dayMs } from '@evenhand/protocol/durations.ts'
import { timeFormat } from '@evenhand/protocol/sentence-date.ts'

const writers = new Map<string, Intl.DateTimeFormat>()

function writerOf(tag: string, far: boolean): Intl.DateTimeFormat {
  const key = `${tag} ${far}`
  const day = far ? ({ month: 'short', day: 'numeric' } as const) : ({ weekday: 'short' } as const)
  const known =
    writers.get(key) ??
    timeFormat(tag, {
      ...day,
      hour: 'numeric',
      minute: '2-digit',
      numberingSystem: 'latn',
    })
  writers.set(key, known)
  return known
}

/** When something opens, in the reader's own time zone: the weekday and the time, or the date where that is a week away. */
export const openingText = (at: number, now: number, tag: string): string =>
  writerOf(tag, at - now > 6 * dayMs).format(at)
