import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { readConfig } from '../../server/src/kernel/config/config.ts'
import { openPools, type Pools } from '../../server/src/kernel/db/db.ts'
import { migrate } from '../../server/src/kernel/db/migrate.ts'
import { superuser } from '../../server/src/kernel/postgres/init-cluster.ts'
import { existingData } from '../../server/src/kernel/postgres/location.ts'
import { socketUrl } from '../../server/src/kernel/postgres/start.ts'
import { openCluster } from '../../server/src/kernel/postgres/postgres.ts'

/** The address of the built-in database while the program runs on it; undefined while it does not. */
export async function runningAddress(dataDir: string): Promise<string | undefined> {
  const folder = existingData(dataDir)
  if (folder === undefined) return undefined
  try {
    // PostgreSQL writes the folder of its socket into the fifth line.
    const socket = readFileSync(join(folder, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[4] ?? ''
    const url = socketUrl(socket, superuser, 'evenhand')
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
    await client.connect()
    await client.end()
    return url
  } catch {
    // A left-over of a crash: no server listens there, and opening the cluster clears it.
    return undefined
  }
}

/**
 * Runs a command on the product's database, as the roles of the product: on DATABASE_URL, on the built-in database of
 * DATA_DIR beside the running program, or on one opened for as long as the command takes.
 */
export async function withDatabase<T>(run: (pools: Pools) => Promise<T>): Promise<T> {
  const config = readConfig(process.env)
  const running = config.databaseUrl ?? (await runningAddress(config.dataDir))
  const cluster = running === undefined ? await openCluster({ dataDir: config.dataDir }) : undefined
  let pools: Pools | undefined
  try {
    const url = running ?? cluster?.url() ?? ''
    await migrate(url)
    pools = openPools(url)
    return await run(pools)
  } finally {
    await pools?.close()
    await cluster?.stop()
  }
}
