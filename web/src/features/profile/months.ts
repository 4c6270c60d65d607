const maxMonths = 24

/** The months of UTC from now back to when the account was opened, at most two years: `2026-11`, newest first. */
export function monthsSince(since: number | undefined, now: number): string[] {
  const months: string[] = []
  const newest = new Date(now)
  for (let back = 0; back < maxMonths; back++) {
    const start = Date.UTC(newest.getUTCFullYear(), newest.getUTCMonth() - back, 1)
    const end = Date.UTC(newest.getUTCFullYear(), newest.getUTCMonth() - back + 1, 1)
    if (months.length > 0 && since !== undefined && end <= since) break
    months.push(new Date(start).toISOString().slice(0, 7))
  }
  return months
}
