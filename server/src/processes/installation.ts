import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../kernel/config/config.ts'
import { openSecret } from '../kernel/crypto/secret.ts'
import { openSigning } from '../kernel/crypto/signing.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Where the keys of an installation are; it is there once the installation was started. */
export const keysDir = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'keys')

/** What every process of an installation opens from its data folder: keys, the version that runs, where heads are written. */
export const openInstallation = (config: Config) => ({
  signing: openSigning(keysDir(config)),
  simulationSecret: openSecret(join(keysDir(config), 'simulation.seed')),
  build: readBuild(),
  headDirs: [join(config.dataDir, 'heads'), ...(config.headsDir === undefined ? [] : [config.headsDir])],
})

/** Version and, in a checkout, the commit: the version that every signed head names. */
function readBuild(): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const head = join(root, '.git', 'HEAD')
  if (!existsSync(head)) return version
  const text = readFileSync(head, 'utf8').trim()
  const ref = text.startsWith('ref: ') ? join(root, '.git', text.slice(5)) : undefined
  const commit = ref === undefined ? text : existsSync(ref) ? readFileSync(ref, 'utf8').trim() : ''
  return commit === '' ? version : `${version}+${commit.slice(0, 12)}`
}
