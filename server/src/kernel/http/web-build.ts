import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { SetupError } from '../config/config.ts'
import { withFileLock } from '../concurrency/file-lock.ts'
import { weekMs } from '@evenhand/protocol/durations.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
/** The two apps: customers' and operators', each with a folder, a build and files of its own. */
type AppName = 'web' | 'console'

/** What an app is made of, `web/build` being what both are built with. */
const sourcesOf = (app: AppName): readonly string[] => [
  ...['src', 'public', 'index.html', 'service.html', 'vite.config.ts', 'package.json'].map((name) => `${app}/${name}`),
  'web/build',
  'ui/src',
  'protocol/src',
  'proofs/src',
  'package-lock.json',
]

const folderOf = (app: AppName): string => join(root, app, 'dist')
/** The folders of the built apps. */
export const webFolder = folderOf('web')
export const consoleFolder = folderOf('console')

/**
 * Builds an app when what it is made of has changed since the last build, and compresses its files once.
 * About a second; nothing when nothing changed. Refuses with one sentence when the build fails.
 */
export async function buildApp(app: AppName): Promise<void> {
  const folder = folderOf(app)
  const stamp = join(folder, 'built-from')
  const isBuilt = (hash: string): boolean => existsSync(stamp) && readFileSync(stamp, 'utf8') === hash
  if (isBuilt(hashOf(sourcesOf(app)))) return
  // Two programs started from one clone would write over each other's files.
  await withFileLock(join(root, 'node_modules', `.building-${app}`), async () => {
    const hash = hashOf(sourcesOf(app))
    if (isBuilt(hash)) return
    await runVite(app)
    dropOldAssets(folder)
    await compressAll(folder)
    writeFileSync(stamp, hash)
  })
}

function hashOf(sources: readonly string[]): string {
  const sum = createHash('sha256')
  const add = (path: string): void => {
    if (!existsSync(path)) return
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).toSorted()) add(join(path, name))
    else sum.update(path.slice(root.length)).update(readFileSync(path))
  }
  for (const source of sources) add(join(root, source))
  return sum.digest('hex')
}

function runVite(app: AppName): Promise<void> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [vite, 'build', join(root, app), '--logLevel', 'error'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let output = ''
    child.stderr.on('data', (chunk: Buffer) => void (output = (output + chunk.toString()).slice(-2000)))
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0
        ? resolve()
        : reject(
            new SetupError(
              `The ${app === 'web' ? 'customer app' : 'operators’ console'} could not be built: ${output.split('\n').find((line) => line.trim() !== '' && !line.startsWith('error during build')) ?? `vite ended with ${code}`}`,
            ),
          ),
    )
  })
}

/** Some builds of an app; where it is built all day long, every start would read thousands of them. */
const maxOldAssets = 3000

/**
 * The files of earlier builds stay for a week, the newest 3 000, so that a page that was open over a restart still finds its
 * parts. Names carry the hash of the content, so old and new never collide.
 */
function dropOldAssets(built: string): void {
  const folder = join(built, 'assets')
  const current = new Set(readFileSync(join(built, '.vite', 'manifest.json'), 'utf8').match(/assets\/[^"]+/g))
  const old = readdirSync(folder)
    .filter((name) => !current.has(`assets/${name.replace(/\.(?:br|gz)$/, '')}`))
    .map((name) => ({ name, ageMs: Date.now() - statSync(join(folder, name)).mtimeMs }))
    .toSorted((one, other) => one.ageMs - other.ageMs)
  for (const [place, { name, ageMs }] of old.entries())
    if (place >= maxOldAssets || ageMs > weekMs) rmSync(join(folder, name))
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
