import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '../src/kernel/migrate.ts'
import { openCluster } from '../src/kernel/postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of the migrated template, as the owner; test files clone it. */
    templateUrl: string
  }
}

const name = 'evenhand-test-'
const enough = 2 ** 30

/** Memory when it has a gigabyte to spare (a clone takes 25 ms there, 200 ms on a disk), else the temporary folder. */
function fastestFolder(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    if (bavail * bsize >= enough) return '/dev/shm'
  } catch {
    // No such place on this system.
  }
  return tmpdir()
}

const alive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Removes the clusters of runs that were killed before they could. */
function removeLeftOvers(base: string): void {
  for (const left of readdirSync(base).filter((entry) => entry.startsWith(name))) {
    if (alive(Number(left.slice(name.length)))) continue
    try {
      rmSync(join(base, left), { recursive: true, force: true })
    } catch {
      // Another user's; it is theirs to remove.
    }
  }
}

// Tests lose nothing that matters in a crash; the crash tests open a durable cluster of their own.
const settings = { fsync: 'off', full_page_writes: 'off', shared_buffers: '128MB', max_wal_size: '1GB', max_connections: '200', autovacuum: 'off' }

/** One cluster for the run, with a template that is migrated once. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const base = fastestFolder()
  removeLeftOvers(base)
  const dataDir = join(base, `${name}${process.pid}`)
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  const cluster = await openCluster({ dataDir, settings })
  const tearDown = async (): Promise<void> => {
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await migrate(cluster.url())
  } catch (cause) {
    await tearDown()
    throw cause
  }
  project.provide('templateUrl', cluster.url())
  return tearDown
}
