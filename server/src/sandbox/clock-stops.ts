/** Seconds recorded one by one after the start and before the end of a move, so that entries and results are ordinary. */
const nearSeconds = 6
/** Points in between at which prices are recorded, so that a chart shows the time that was skipped. */
const between = 8
/** Orders whose end is walked through second by second; more than these end at the next stop. */
const maxDue = 60

export type Move = {
  /** Epoch ms. */
  from: number
  to: number
  /** When running orders fall due, epoch ms, in any order; each is exact to about a second. */
  due: readonly number[]
}

/**
 * The times at which a clock that moves from `from` to `to` stands still long enough for prices to be recorded: whole
 * seconds, rising, the last one `to` itself. A result is decided by the tick of its own second, so the seconds around
 * every order that falls due are among them.
 */
export function clockStops({ from, to, due }: Move): number[] {
  const stops = new Set<number>()
  const add = (at: number): void => {
    const second = Math.floor(at / 1000) * 1000
    if (second > from && second < to) stops.add(second)
  }
  for (let index = 1; index <= nearSeconds; index += 1) {
    add(from + index * 1000)
    add(to - index * 1000)
  }
  const step = Math.floor((to - from) / (between + 1))
  for (let index = 1; index <= between; index += 1) add(from + index * step)
  for (const at of due.filter((one) => one < to + 2000).slice(0, maxDue))
    for (let index = -2; index <= 3; index += 1) add(at + index * 1000)
  return [...[...stops].toSorted((a, b) => a - b), to]
}
