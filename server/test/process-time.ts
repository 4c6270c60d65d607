/**
 * Milliseconds of a processor that a piece of work takes in this process. What the machine does for others meanwhile does
 * not count, so that a bound may be as tight as the work is.
 */
export function processWorkMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
