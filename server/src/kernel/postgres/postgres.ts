import { rmSync } from 'node:fs'
import { totalmem } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { SetupError } from '../config/config.ts'
import { findBinaries } from './binaries.ts'
import { mustBeOurVersion } from './failure.ts'
import { makeCluster, superuser } from './init-cluster.ts'
import { chooseOwner } from './owner.ts'
import { existingData, findData, socketFolder } from './location.ts'
import type { PostgresStart } from './process.ts'
import { bringUp, socketUrl, type Up } from './start.ts'

export type Cluster = {
  /** The address of a database of the cluster; by default as its owner, of the product's database. */
  url(user?: string, database?: string): string
  /** Where the data stand: in DATA_DIR, or elsewhere when PostgreSQL cannot enter that. */
  readonly dataFolder: string
  /** Ends with the reason when PostgreSQL died and could not be brought back; else never. */
  readonly lost: Promise<SetupError>
  stop(): Promise<void>
}

const product = 'evenhand'
const megabytes = (bytes: number): string => `${Math.floor(bytes / 2 ** 20)}MB`

/** Durable on every commit; sized for one machine that also runs the server: an eighth of its memory, at most 1 GB. */
const defaults = (): Record<string, string> => ({
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  shared_buffers: megabytes(Math.max(2 ** 27, Math.min(2 ** 30, totalmem() / 8))),
  effective_cache_size: megabytes(totalmem() / 3),
  max_wal_size: '4GB',
  // A segment that is new is filled with zeros first, for which every commit waits; these are kept and used again.
  min_wal_size: '1GB',
  wal_compression: 'on',
  checkpoint_timeout: '5min',
  checkpoint_completion_target: '0.9',
  jit: 'off',
  // Parallel plans take shared memory from /dev/shm, of which a container has 64 MB, and both cores from the orders.
  max_parallel_workers_per_gather: '0',
  random_page_cost: '1.1',
  max_connections: '100',
  max_locks_per_transaction: '256',
  idle_in_transaction_session_timeout: '60s',
  autovacuum_naptime: '15s',
  timezone: 'UTC',
  log_timezone: 'UTC',
})

/**
 * Opens the built-in PostgreSQL on `dataDir`: makes the cluster on the first start, recovers it after a crash, starts it
 * again by itself when it dies under us, and ends it when we end, however that happens. `settings` are PostgreSQL's,
 * over ours. Refuses with a SetupError of one sentence: folder in use, damaged, from another version, out of reach.
 */
export async function openCluster({
  dataDir,
  settings = {},
}: {
  dataDir: string
  settings?: Readonly<Record<string, string>>
}): Promise<Cluster> {
  const owner = chooseOwner(existingData(dataDir))
  const native = findBinaries(owner)
  const folder = findData(dataDir, owner)
  const dataFolder = await makeCluster({ owner, native, folder })
  mustBeOurVersion(dataFolder)
  const start = {
    owner,
    native,
    dataFolder,
    socketFolder: socketFolder(dataFolder, owner),
    settings: { ...defaults(), ...settings },
  }
  const kept = await keepUp(start)
  return {
    url: (user = superuser, database = product) => socketUrl(start.socketFolder, user, database),
    dataFolder,
    lost: kept.lost,
    async stop() {
      await kept.stop()
      rmSync(start.socketFolder, { recursive: true, force: true })
    },
  }
}

async function makeProductDatabase({ holder }: Up): Promise<void> {
  const found = await holder.query('select from pg_database where datname = $1', [product])
  if (found.rows.length === 0) await holder.query(`create database ${product}`)
}

// A postmaster that dies this soon after it responded, this often in a row, will not live.
const shortLifeMs = 5000
const shortLives = 5

/** Keeps PostgreSQL running until `stop`: a dead one is started again at the same address, where the pools find it. */
async function keepUp(start: PostgresStart): Promise<{ lost: Promise<SetupError>; stop(): Promise<void> }> {
  let stopping = false
  let current: Promise<Up> = bringUp(start)
  await makeProductDatabase(await current)

  const never = new Promise<never>(() => {})
  const watch = async (): Promise<SetupError> => {
    for (let short = 0; ;) {
      const up = await current
      // Since it responded: what it had to recover before is none of its life.
      const since = performance.now()
      const { tail } = await up.process.ended
      if (stopping) return never
      short = performance.now() - since < shortLifeMs ? short + 1 : 0
      if (short >= shortLives)
        return new SetupError(`The database ends again and again: ${tail.trim().split('\n').at(-1) ?? ''}`)
      await wait(100)
      // A stop that came meanwhile has found the dead one, and would not see another.
      if (stopping) return never
      current = bringUp(start)
    }
  }
  return {
    lost: watch().catch((cause: unknown) =>
      cause instanceof SetupError ? cause : new SetupError('The database could not be started again.', { cause }),
    ),
    async stop() {
      stopping = true
      const up = await current.catch(() => undefined)
      // A database that hangs never closes the session, and is stopped all the same.
      await Promise.race([up?.holder.end().catch(() => {}), wait(1000, undefined, { ref: false })])
      await up?.process.stop()
    },
  }
}
