import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

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

/** Linux counts a process's time in hundredths of a second, whatever program reads it. */
const tickMs = 10
const lookEveryMs = 10

/** What stands in a line of Linux after the name of a process, which may hold anything; nothing of one that is gone. */
function fieldsOf(path: string): readonly string[] {
  try {
    const line = readFileSync(path, 'utf8')
    return line.slice(line.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

/** Milliseconds of a processor of this process and of those that it started and that have ended. */
const workSoFar = (): number =>
  fieldsOf('/proc/self/stat')
    .slice(11, 15)
    .reduce((sum, ticks) => sum + Number(ticks), 0) * tickMs

const started = (): string[] =>
  readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean)

/** Whether no thread of a process has or waits for a processor or a disk. */
function isIdle(pid: string): boolean {
  try {
    return readdirSync(`/proc/${pid}/task`).every((thread) => {
      const [state = 'S'] = fieldsOf(`/proc/${pid}/task/${thread}/stat`)
      return !'RD'.includes(state)
    })
  } catch {
    return true
  }
}

/**
 * Milliseconds that a piece of work takes by itself: those of a processor, in this process and in those that it starts, and
 * those in which all of them wait for something else. Alone on a machine it is the time that passes; what the machine does
 * for others does not count. Linux alone reports it: elsewhere it is the time that passes.
 */
export async function ownMs(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  if (process.platform !== 'linux') return work().then(() => performance.now() - began)
  const others = new Set(started())
  const own = (): string[] => started().filter((pid) => !others.has(pid))
  const before = workSoFar()
  let idleMs = 0
  let seenAt = began
  const look = (): void => {
    const now = performance.now()
    // A look that comes late was waited for by this process, and not by the others.
    if (own().every(isIdle)) idleMs += Math.min(now - seenAt, 2 * lookEveryMs)
    seenAt = now
  }
  const looking = setInterval(look, lookEveryMs)
  await work().finally(() => clearInterval(looking))
  // The time of a process counts once it has ended.
  while (own().length > 0) await wait(lookEveryMs)
  return workSoFar() - before + idleMs
}
