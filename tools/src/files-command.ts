import { parseArgs } from 'node:util'
import { rewrapFiles } from '../../server/src/domains/files/index.ts'
import { rewrapIdentifications } from '../../server/src/domains/kyc/index.ts'
import { readConfig, SetupError } from '../../server/src/kernel/config/config.ts'
import type { Rewrapped } from '../../server/src/kernel/crypto/rewrap-keys.ts'
import { owned } from '../../server/src/kernel/db/db.ts'
import { newWrappingKey, openWrappingKeys, wrappingKeyFile } from '../../server/src/kernel/crypto/wrapping-keys.ts'
import { withDatabase } from './product-database.ts'

// `npm run files -- new-key` prints a line for FILES_KEY_FILE. To change the key: put the new line first and keep the old
// one below it, start the program with that file, run `npm run files -- rewrap`, then take the old line away.

const { positionals } = parseArgs({ allowPositionals: true })

async function rewrap(): Promise<void> {
  const config = readConfig(process.env)
  const keys = openWrappingKeys(wrappingKeyFile(config), { live: config.mode === 'live' })
  const [files, forms] = await withDatabase(async (pools) => [
    await rewrapFiles(owned<'files'>(pools.api), keys),
    await rewrapIdentifications(owned<'kyc'>(pools.console), keys),
  ])
  console.log(
    `The keys of ${files.count} files and ${forms.count} identifications are wrapped by ${keys.currentId} now.`,
  )
  const failed = [...reports('file', files), ...reports('identification', forms)]
  if (failed.length === 0) return
  for (const line of failed) console.error(line)
  throw new SetupError('Keep the old line of FILES_KEY_FILE: the keys above are wrapped by it still, or are damaged.')
}

const reports = (kind: string, { failed }: Rewrapped): string[] =>
  failed.map(({ id, cause }) => `The key of ${kind} ${id} was not wrapped anew: ${cause}`)

try {
  if (positionals[0] === 'new-key') console.log(newWrappingKey())
  else if (positionals[0] === 'rewrap') await rewrap()
  else throw new SetupError('State what to do: npm run files -- new-key, or npm run files -- rewrap.')
} catch (cause) {
  console.error(cause instanceof SetupError ? cause.message : cause)
  process.exitCode = 1
}
