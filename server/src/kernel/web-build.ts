import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { SetupError } from './config.ts'
import { takingTurns } from './turn-taking.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const sources = [
  'web/src',
  'web/build',
  'web/public',
  'ui/src',
  'protocol/src',
  'proofs/src',
  'web/index.html',
  'web/vite.config.ts',
  'web/package.json',
  'package-lock.json',
]

/** The folder of the built customer app. */
export const webFolder = join(root, 'web', 'dist')

/**
 * Builds the customer app when what it is made of has changed since the last build, and compresses its files once.
 * About a second; nothing when nothing changed. Refuses with one sentence when the build fails.
 */
export async function buildWeb(): Promise<void> {
  const stamp = join(webFolder, 'built-from')
  const isBuilt = (hash: string): boolean => existsSync(stamp) && readFileSync(stamp, 'utf8') === hash
  if (isBuilt(hashOfSources())) return
  // Two programs started from one clone would write over each other's files.
  await takingTurns(join(root, 'web', 'node_modules', '.building'), async () => {
    const hash = hashOfSources()
    if (isBuilt(hash)) return
    await runVite()
    dropOldAssets(join(webFolder, 'assets'))
    await compressAll(webFolder)
    writeFileSync(stamp, hash)
  })
}

function hashOfSources(): string {
  const sum = createHash('sha256')
  const add = (path: string): void => {
    if (!existsSync(path)) return
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).toSorted()) add(join(path, name))
    else sum.update(path.slice(root.length)).update(readFileSync(path))
  }
  for (const source of sources) add(join(root, source))
  return sum.digest('hex')
}

function runVite(): Promise<void> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [vite, 'build', join(root, 'web'), '--logLevel', 'error'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => void (said = (said + chunk.toString()).slice(-2000)))
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0
        ? resolve()
        : reject(
            new SetupError(
              `The customer app could not be built: ${said.split('\n').find((line) => line.trim() !== '' && !line.startsWith('error during build')) ?? `vite ended with ${code}`}`,
            ),
          ),
    )
  })
}

/**
 * The files of earlier builds stay for a week, so that a page that was open over a restart still finds its parts. Names
 * carry the hash of the content, so old and new never collide.
 */
function dropOldAssets(folder: string): void {
  const current = new Set(readFileSync(join(webFolder, '.vite', 'manifest.json'), 'utf8').match(/assets\/[^"]+/g))
  for (const name of readdirSync(folder)) {
    const isCurrent = current.has(`assets/${name.replace(/\.(?:br|gz)$/, '')}`)
    const ageMs = Date.now() - statSync(join(folder, name)).mtimeMs
    if (!isCurrent && ageMs > 7 * 86_400_000) rmSync(join(folder, name))
  }
}

const br = promisify(brotliCompress)
const gz = promisify(gzip)

async function compressAll(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() &&
        /\.(?:html|js|css|svg|json|webmanifest)$/.test(entry.name) &&
        !entry.parentPath.endsWith('.vite'),
    )
    .map((entry) => join(entry.parentPath, entry.name))
  for (const file of files) {
    const raw = await readFile(file)
    if (raw.length < 500 || (file.includes('assets') && existsSync(`${file}.br`))) continue
    await writeFile(`${file}.br`, await br(raw, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
    await writeFile(`${file}.gz`, await gz(raw, { level: 9 }))
  }
}
