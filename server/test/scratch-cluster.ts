import { rmSync } from 'node:fs'
import { migrate } from '../src/kernel/db/migrate.ts'
import { openCluster, type Cluster } from '../src/kernel/postgres/postgres.ts'
import { clusterFolder } from './fast-folder.ts'

/** Tests lose nothing that matters in a crash; the crash tests open a durable cluster of their own. */
export const notDurable = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' }

const settings = {
  ...notDurable,
  shared_buffers: '128MB',
  max_wal_size: '1GB',
  max_connections: '200',
}

/** A migrated cluster that lives as long as its user and is removed by `close`. Not durable: it loses data in a power cut. */
export async function openScratchCluster(): Promise<{ cluster: Cluster; close(): Promise<void> }> {
  const dataDir = clusterFolder()
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
