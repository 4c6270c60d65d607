import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../../server/src/kernel/db/migrate.ts'
import { openCluster, type Cluster } from '../../server/src/kernel/postgres/postgres.ts'
import { seedAccounts } from '../../tools/src/seed-accounts.ts'
import { familyCpuMicros } from './machine.ts'

/** A durable database on a disk, loaded with customers. */
export type Ground = {
  url: string
  cluster: Cluster
  /** A folder of the run's own, beside the database. */
  folder: string
  tokens: readonly string[]
  tokensFile: string
  /** CPU time of all of PostgreSQL's processes so far, in µs. */
  postgresCpu(): number
  close(): Promise<void>
}

// What one gives a database of this size. With the product's 4 GB of log a checkpoint would come every half a minute at the
// peak, and every one of them makes each page's next change write the whole page.
const settings = { shared_buffers: '2GB', max_wal_size: '16GB', min_wal_size: '8GB' }
export const settingsText = Object.entries(settings)
  .map(([name, value]) => `${name} ${value}`)
  .join(', ')

/** Opens a cluster as the product opens it, durable on every commit and with room for the run, in a temporary folder on disk, and loads it. `close` removes everything. */
export async function openGround(params: { accounts: number; sessions: number }): Promise<Ground> {
  const folder = mkdtempSync(join(tmpdir(), 'evenhand-bench-'))
  execFileSync('chmod', ['755', folder])
  const cluster = await openCluster({ dataDir: join(folder, 'database'), settings })
  const close = async (): Promise<void> => {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const url = cluster.url()
    await warmLog(url)
    await migrate(url)
    const { tokens, seconds } =
      params.accounts === 0 ? { tokens: [], seconds: 0 } : await seedAccounts({ url, ...params })
    if (params.accounts > 0) console.log(`${params.accounts} accounts loaded in ${seconds.toFixed(1)} s`)
    const tokensFile = join(folder, 'tokens')
    writeFileSync(tokensFile, tokens.join('\n'), { mode: 0o600 })
    const postmaster = postmasterOf(cluster)
    return { url, cluster, folder, tokens, tokensFile, postgresCpu: () => familyCpuMicros(postmaster), close }
  } catch (cause) {
    await close()
    throw cause
  }
}

/** As many segments of the log, of 16 MB each, as are kept for use: 8 GB. */
const segments = 512

/**
 * Makes the segments of the log that a server has which has run for a while: it uses old ones again. A new one is filled
 * with zeros and synchronized first, and every commit waits for that, here 40 to 80 ms for each 16 MB.
 */
async function warmLog(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`do $$ begin
      for n in 1..${segments} loop perform pg_logical_emit_message(false, 'bench', ''), pg_switch_wal(); end loop; end $$`)
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

const postmasterOf = (cluster: Cluster): number =>
  Number(readFileSync(join(cluster.dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0])
