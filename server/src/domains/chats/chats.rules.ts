import { dayMs } from '@evenhand/protocol/durations.ts'

/** Conversations of guests that may be open at once, for all of them together. */
export const maxGuestChats = 5000
/** How long a closed conversation is kept. */
export const guestDays = 90
export const customerDays = 3 * 365
/** How long an agent counts as present after the agent's last call to the console. */
export const presentMs = 90_000
/** A reply that is not read for so long is notified, a guest's by mail. */
export const unreadMs = 60_000
/** The service level of a first reply while service is open. */
export const promisedMs = 60 * 60_000

export type Hours = { readonly days: readonly number[]; readonly from: number; readonly to: number }

/** Whether a time is within the hours of service. Epoch milliseconds, UTC; days from Monday, 1, to Sunday, 7. */
export function isWithin({ days, from, to }: Hours, now: number): boolean {
  const day = Math.floor(now / dayMs)
  // The first day of the epoch was a Thursday, 4.
  const weekday = ((day + 3) % 7) + 1
  const minute = Math.floor((now - day * dayMs) / 60_000)
  return days.includes(weekday) && minute >= from && minute < to
}
