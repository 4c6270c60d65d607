import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const gigabyte = 2 ** 30

/** Memory when it has so many bytes to spare, else the temporary folder; without what killed runs left there. */
function fastestFolder(enough: number): string {
  const base = hasFree('/dev/shm', enough) ? '/dev/shm' : tmpdir()
  removeLeftOvers(base)
  return base
}

function hasFree(folder: string, bytes: number): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= bytes
  } catch {
    // No such place on this system.
    return false
  }
}

const alive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Removes the folders of runs that were killed before they could: their names hold the number of a process that is gone. */
function removeLeftOvers(base: string): void {
  for (const left of readdirSync(base)) {
    const pid = /^evenhand-(?:test|product)-(\d+)/.exec(left)?.[1]
    if (pid === undefined || alive(Number(pid))) continue
    try {
      rmSync(join(base, left), { recursive: true, force: true })
    } catch {
      // Another user's; it is theirs to remove.
    }
  }
}

/** The folder for the one cluster of this process: a database is cloned in 25 ms in memory, in 200 ms on a disk. */
export function clusterFolder(): string {
  const folder = join(fastestFolder(gigabyte), `evenhand-test-${process.pid}`)
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  return folder
}

/**
 * A new folder for the data of a whole product, in memory where several products have room: it writes every commit through,
 * and each call of a journey waits for that, which a busy disk makes long. Open to other users, since PostgreSQL may run
 * as one of them: it would keep its data elsewhere and leave them there.
 */
export function productFolder(): string {
  const folder = mkdtempSync(join(fastestFolder(4 * gigabyte), `evenhand-product-${process.pid}-`))
  chmodSync(folder, 0o755)
  return folder
}
