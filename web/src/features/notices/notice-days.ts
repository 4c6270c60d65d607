import type { Notification } from '@evenhand/protocol/notices.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

export type Day = { readonly key: string; readonly name: string; readonly notices: readonly Notification[] }
type Params = { now: number; tag: string; today: string; yesterday: string }

/** Notices under the days on which they came, in the reader's time zone; the order stays. */
export function byDay(notices: readonly Notification[], { now, tag, today, yesterday }: Params): readonly Day[] {
  const date = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short' })
  const words = new Intl.DateTimeFormat(tag, { dateStyle: 'full' })
  const names = new Map([
    [date.format(now - dayMs), yesterday],
    [date.format(now), today],
  ])
  const days = new Map<string, Notification[]>()
  for (const notice of notices) {
    const key = date.format(notice.createdAt)
    days.set(key, [...(days.get(key) ?? []), notice])
  }
  return [...days].map(([key, own]) => ({
    key,
    name: names.get(key) ?? words.format(own[0]?.createdAt ?? now),
    notices: own,
  }))
}
