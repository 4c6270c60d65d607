import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { SetupError } from '../config/config.ts'
import { canWrite, type Owner } from './owner.ts'

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)

/**
 * Folders of ours outside the project, best first, each made when it is requested. In a shared temporary folder another user
 * else may have taken the name: one that is not a plain folder of root's or the owner's is passed over.
 */
export function* ownFolders(owner: Owner): Generator<string> {
  for (const folder of ['/var/lib/evenhand', join(tmpdir(), `evenhand-${owner.id}`)]) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o755 })
      if (isOurs(folder, owner)) yield folder
    } catch {
      // Not ours to make: the next one may be.
    }
  }
}

const isOurs = (folder: string, owner: Owner): boolean => {
  const found = lstatSync(folder)
  return found.isDirectory() && (found.uid === owner.id || found.uid === process.getuid?.())
}

const inhabited = (folder: string): boolean => {
  try {
    return readdirSync(folder).length > 0
  } catch (cause) {
    // Absent is free; a folder that we may not even read belongs to another user.
    return (cause as NodeJS.ErrnoException).code !== 'ENOENT'
  }
}

const inside = (dataDir: string): string => join(resolve(dataDir), 'postgres')
/** Holds the address of data that stand elsewhere, so that who removes DATA_DIR begins anew. */
const signpost = (dataDir: string): string => join(resolve(dataDir), 'postgres.place')

/** The data folder of an earlier start, wherever it stands, or undefined on a first start. */
export function existingData(dataDir: string): string | undefined {
  if (inhabited(inside(dataDir))) return inside(dataDir)
  if (!existsSync(signpost(dataDir))) return undefined
  const elsewhere = readFileSync(signpost(dataDir), 'utf8').trim()
  if (inhabited(elsewhere)) return elsewhere
  throw new SetupError(
    `The database of ${resolve(dataDir)} stood in ${elsewhere}, which is gone: put it back, or remove ${signpost(dataDir)} to begin with an empty one.`,
  )
}

/**
 * The folder for the cluster of `dataDir`. Data that exist decide; else the first directory where the owner can write:
 * in `dataDir` itself, or (root's clone in a closed folder) in a folder of ours outside.
 * A directory is never passed over because its data are out of reach: that would show an empty product to its owner.
 */
export function findData(dataDir: string, owner: Owner): string {
  const existing = existingData(dataDir)
  if (existing !== undefined) {
    if (canWrite(owner, existing)) return existing
    throw new SetupError(
      `The data folder ${existing} is closed to this user: start as the user that made it, or set DATA_DIR to a folder of your own.`,
    )
  }
  if (makeFor(owner, inside(dataDir))) return inside(dataDir)
  for (const base of ownFolders(owner)) {
    const folder = join(base, randomBytes(6).toString('hex'))
    if (!makeFor(owner, folder)) continue
    if (leaveSignpost(dataDir, folder)) return folder
    rmSync(folder, { recursive: true, force: true })
  }
  throw new SetupError(`The folder ${resolve(dataDir)} cannot be written: set DATA_DIR to a folder you may write in.`)
}

function leaveSignpost(dataDir: string, folder: string): boolean {
  try {
    writeFileSync(signpost(dataDir), `${folder}\n`)
    return true
  } catch {
    return false
  }
}

function makeFor(owner: Owner, folder: string): boolean {
  try {
    // The parents get the usual mode, since the owner must pass through them.
    mkdirSync(dirname(folder), { recursive: true })
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    giveTo(owner, folder)
    return canWrite(owner, folder)
  } catch {
    return false
  }
}

function giveTo(owner: Owner, folder: string): void {
  chmodSync(folder, 0o700)
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid)
}

/** The name of a socket folder of ours, whichever user owns it. */
export const socketPrefix = 'evenhand-socket-'

/**
 * The private folder of the cluster's socket. It is not in the data folder, whose path may be longer than a socket's may
 * be (107 bytes), and its name holds the owner, so that two users of one clone do not meet in it.
 */
export function socketFolder(dataFolder: string, owner: Owner): string {
  const name = `${socketPrefix}${shortHash(`${dataFolder} ${owner.id}`)}`
  for (const base of new Set([tmpdir(), '/tmp', '/dev/shm'])) {
    const folder = join(base, name)
    if (folder.length > 80 || !existsSync(base)) continue
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      if (!isOurs(folder, owner)) continue
      giveTo(owner, folder)
      if (canWrite(owner, folder)) return folder
    } catch {
      // Another user's, or not writable: the next one may do.
    }
  }
  throw new SetupError(
    `No place for the database's private socket was found (tried ${tmpdir()} and /tmp): set TMPDIR to a folder you may write in.`,
  )
}
