import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { SetupError } from '../config/config.ts'

/** The user that PostgreSQL runs as. `uid` and `gid` are set only when we are root and must become another user. */
export type Owner = { readonly id: number; readonly uid?: number; readonly gid?: number }

const ordinaryNames = ['evenhand', 'postgres', 'nobody']

type PasswdLine = { name: string; uid: number; gid: number }

const passwd = (): PasswdLine[] =>
  readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))

const ownerOfFolder = (folder: string): number | undefined => statSync(folder, { throwIfNoEntry: false })?.uid

/**
 * Who shall own the cluster. PostgreSQL refuses root and, when it makes a cluster, any user without a line in
 * /etc/passwd; so root takes the owner of the `existing` data folder, or else an ordinary user the machine already has.
 */
export function chooseOwner(existing?: string): Owner {
  if (process.platform === 'win32') {
    throw new SetupError(
      'The built-in database runs on Linux and macOS only: set DATABASE_URL to a PostgreSQL 18 server and start again.',
    )
  }
  const id = process.getuid?.() ?? 0
  if (id !== 0) {
    mustHaveName()
    return { id }
  }
  const lines = passwd().filter((line) => line.uid > 0)
  const before = existing === undefined ? undefined : ownerOfFolder(existing)
  const chosen =
    lines.find((line) => line.uid === before) ??
    ordinaryNames.map((name) => lines.find((line) => line.name === name)).find((line) => line !== undefined) ??
    lines[0]
  if (chosen === undefined) {
    throw new SetupError(
      'The built-in database cannot run as root and this machine has no other user: add one, or set DATABASE_URL to a PostgreSQL 18 server.',
    )
  }
  return { id: chosen.uid, uid: chosen.uid, gid: chosen.gid }
}

function mustHaveName(): void {
  try {
    userInfo()
  } catch {
    throw new SetupError(
      'The built-in database needs a user that /etc/passwd names: start as one, or set DATABASE_URL to a PostgreSQL 18 server.',
    )
  }
}

/** What every process of PostgreSQL is started with: the owner, a folder it may enter, and nothing of our environment. */
export const spawnOptions = (owner: Owner) => ({
  ...(owner.uid === undefined ? {} : { uid: owner.uid, gid: owner.gid }),
  cwd: '/',
  env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' },
})

/** Runs a command as the owner and returns whether it ended well; a missing or forbidden command counts as not. */
export const succeedsAs = (owner: Owner, command: string, args: readonly string[]): boolean =>
  spawnSync(command, args, { ...spawnOptions(owner), stdio: 'ignore', timeout: 20_000 }).status === 0

/** True when the owner can enter the folder and write in it. Requested from the system, since modes of parents decide too. */
export const canWrite = (owner: Owner, folder: string): boolean =>
  succeedsAs(owner, '/bin/sh', ['-c', 'test -d "$1" && test -w "$1" && test -x "$1"', 'sh', folder])

/** Runs a command as the owner to its end; returns its exit code and what it wrote on standard error. */
export async function runAs(
  owner: Owner,
  command: string,
  args: readonly string[],
): Promise<{ code: number; stderr: string }> {
  const child = spawn(command, args, { ...spawnOptions(owner), stdio: ['ignore', 'ignore', 'pipe'] })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  return await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, stderr }))
  })
}
