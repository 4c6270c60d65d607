import { join } from 'node:path'
import type { DomainsParams } from './compose.ts'
import { createFiles, createVirusScanner } from '../domains/files/index.ts'
import { owned } from '../kernel/db/db.ts'
import { makeUploadFolder } from '../kernel/http/upload.ts'
import { openSecret } from '../kernel/crypto/secret.ts'
import { openWrappingKeys, wrappingKeyFile } from '../kernel/crypto/wrapping-keys.ts'

/** Pictures of customers, and the keys that protect what only few may see. */
export function openFiles({ config, pools, clock, log, limits }: DomainsParams) {
  const wrappingKeys = openWrappingKeys(wrappingKeyFile(config), { live: config.mode === 'live' })
  const folder = join(config.dataDir, 'incoming')
  makeUploadFolder(folder)
  const files = createFiles({
    db: owned<'files'>(pools.api),
    consoleDb: owned<'files'>(pools.console),
    clock,
    log,
    limits,
    keys: wrappingKeys,
    linkKey: openSecret(join(config.dataDir, 'keys', 'file-links.key')),
    folder,
    scan: config.virusScanner && createVirusScanner(config.virusScanner),
  })
  return { files, wrappingKeys }
}
