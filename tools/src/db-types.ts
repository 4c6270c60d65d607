import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { openScratchCluster } from '../../server/test/scratch-cluster.ts'

// Writes server/src/kernel/db/db.generated.ts from the tables of server/db/schema; with --verify it only compares.

const root = join(import.meta.dirname, '..', '..')
const { cluster, close } = await openScratchCluster()
// Exact types only: an amount is a bigint, and a numeric column does not compile where it is used.
const mapping = JSON.stringify({ int8: 'bigint', timestamptz: 'Date', numeric: 'never' })
const args = ['--dialect', 'postgres', '--url', cluster.url(), '--default-schema', 'none', '--type-mapping', mapping]
const out = ['--out-file', join(root, 'server/src/kernel/db/db.generated.ts')]
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/kysely-codegen/dist/cli/bin.js'),
    ...args,
    ...out,
    ...process.argv.slice(2).filter((arg) => arg === '--verify'),
  ],
  { stdio: 'inherit', cwd: root },
)
await close()
process.exitCode = status ?? 1
