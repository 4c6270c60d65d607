import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { SetupError } from '../config/config.ts'
import { explain, inUse, isPassing, speaksOfDamage } from './failure.ts'
import { superuser } from './init-cluster.ts'
import { spawnPostgres, type PostgresProcess, type PostgresStart } from './process.ts'

// Longer than a dying predecessor takes to end its sessions and leave shared memory (measured: 1.5 s).
const patienceMs = 20_000
// Replay of the write-ahead log after a crash; bounded by max_wal_size, measured in seconds.
const recoveryPatienceMs = 300_000
/** Any constant: the session lock, in the database `postgres`, of the one program that uses the cluster. */
const inUseKey = 7_215_803

/** A `DATABASE_URL` through the private socket in a folder: no host and no port, the role `user`, without a password. */
export const socketUrl = (socketFolder: string, user: string, database: string): string =>
  `postgres://${encodeURIComponent(user)}@localhost/${encodeURIComponent(database)}?host=${encodeURIComponent(socketFolder)}`

const connect = async (socketFolder: string): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString: socketUrl(socketFolder, superuser, 'postgres'),
    connectionTimeoutMillis: 5000,
    // A database is made within it, on the slowest of disks.
    query_timeout: 60_000,
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** A running postmaster and the session that marks its cluster as in use. */
export type Up = { process: PostgresProcess; holder: pg.Client }

/**
 * Starts PostgreSQL and waits until it responds. A predecessor that is still dying is waited for; one that lives and
 * is used, damaged data and the like end in a SetupError of one sentence.
 */
export async function bringUp(start: PostgresStart): Promise<Up> {
  const until = performance.now() + patienceMs
  for (;;) {
    const token = randomUUID()
    const process = spawnPostgres({ ...start, settings: { ...start.settings, 'evenhand.start': token } })
    const holder = await connectToOwn({ ...start, process, token })
    if (holder !== undefined) return { process, holder }
    const { tail } = await process.ended
    if (!isPassing(tail)) throw explain(tail, start.dataFolder)
    if (performance.now() > until || (await isHeld(start.dataFolder))) throw inUse(start.dataFolder)
    removeForeignLock(start.dataFolder)
    await wait(100)
  }
}

type PostmasterParams = { process: PostgresProcess; socketFolder: string; dataFolder: string; token: string }

/** A session on our own postmaster, holding the lock, or undefined when the postmaster ended first. */
async function connectToOwn(params: PostmasterParams): Promise<pg.Client | undefined> {
  const until = performance.now() + recoveryPatienceMs
  while (params.process.isRunning()) {
    let failure: unknown
    const client = await connect(params.socketFolder).catch((cause: unknown) => void (failure = cause))
    if (client !== undefined) {
      if (await isOurs(client, params.token)) return client
      await client.end()
    }
    if (failure !== undefined && speaksOfDamage(failure)) {
      await params.process.stop()
      throw explain(`FATAL: ${failure.message}`, params.dataFolder)
    }
    if (performance.now() > until) {
      await params.process.stop()
      throw new SetupError(
        'The database did not become ready within five minutes of recovery: look at the disk, then start again.',
      )
    }
    await wait(20)
  }
  return undefined
}

/** Distinguishes our postmaster from a predecessor that still responds on the same socket. */
async function isOurs(client: pg.Client, token: string): Promise<boolean> {
  try {
    const response = await client.query(
      "select current_setting('evenhand.start', true) = $1 as ours, pg_try_advisory_lock($2)",
      [token, inUseKey],
    )
    return response.rows[0]?.ours === true
  } catch {
    return false
  }
}

const lockFile = (dataFolder: string): string[] => {
  try {
    return readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}

/** True when a living program holds the cluster's session lock, queried on the socket that the lock file names. */
async function isHeld(dataFolder: string): Promise<boolean> {
  const socketFolder = lockFile(dataFolder)[4]
  if (socketFolder === undefined || socketFolder === '') return false
  try {
    const client = await connect(socketFolder)
    const found = await client.query("select from pg_locks where locktype = 'advisory' and objid = $1 and granted", [
      inUseKey,
    ])
    await client.end()
    return found.rows.length > 0
  } catch {
    return false
  }
}

const emptyLockMs = 3_000

/** A postmaster fills its lock file as it makes it: one that stays empty is of one that was killed in between. */
function removeEmptyLock(file: string): void {
  if (Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > emptyLockMs)
    rmSync(file, { force: true })
}

/**
 * After a restart of a container the number in the lock file may be that of an unrelated process, and PostgreSQL would
 * refuse for ever. Where the system shows that it is no PostgreSQL, the lock file is a left-over.
 */
function removeForeignLock(dataFolder: string): void {
  const pid = lockFile(dataFolder)[0]
  if (pid === '') return removeEmptyLock(join(dataFolder, 'postmaster.pid'))
  if (pid === undefined || !/^\d+$/.test(pid)) return
  try {
    if (readFileSync(`/proc/${pid}/comm`, 'utf8').trim() !== 'postgres')
      rmSync(join(dataFolder, 'postmaster.pid'), { force: true })
  } catch {
    // No such process, or no such file system: PostgreSQL itself decides.
  }
}
