import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../src/kernel/db/migrate.ts'
import { openCluster, type Cluster } from '../src/kernel/postgres/postgres.ts'

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
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  shared_buffers: '128MB',
  max_wal_size: '1GB',
  max_connections: '200',
  autovacuum: 'off',
}

/** A migrated cluster that lives as long as its user and is removed by `close`. Not durable: it loses data in a power cut. */
export async function openScratchCluster(): Promise<{ cluster: Cluster; close(): Promise<void> }> {
  const base = fastestFolder()
  removeLeftOvers(base)
  const dataDir = join(base, `${name}${process.pid}`)
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  const cluster = await openCluster({ dataDir, settings })
  const close = async (): Promise<void> => {
    await cluster.stop()
    for (const folder of [dataDir, new URL(cluster.url()).searchParams.get('host') ?? dataDir])
      rmSync(folder, { recursive: true, force: true })
  }
  try {
    await migrate(cluster.url())
  } catch (cause) {
    await close()
    throw cause
  }
  return { cluster, close }
}
