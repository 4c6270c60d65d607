import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { spawnOptions, type Owner } from './owner.ts'

// PostgreSQL must not outlive us, also when we are killed without a chance to act. A shell holds the other end of a pipe
// of ours: when the pipe closes, a reader in it stops PostgreSQL; when PostgreSQL ends first, so does the shell.
const tie = `exec 3<&0
"$@" 3<&- </dev/null & p=$!
(read -r _ <&3; kill -INT $p) 2>/dev/null & r=$!
exec 3<&- </dev/null
wait $p; s=$?
kill $r 2>/dev/null
exit $s`

export type PostgresProcess = {
  /** Ends with what PostgreSQL wrote last, once it is gone. */
  readonly ended: Promise<{ tail: string }>
  readonly isRunning: () => boolean
  /** Ends the sessions, writes a checkpoint and stops. */
  stop(): Promise<void>
}

export type PostgresStart = {
  owner: Owner
  native: string
  dataFolder: string
  socketFolder: string
  settings: Readonly<Record<string, string>>
}

const tailLength = 8000

/** Starts one postmaster on the data folder, with no TCP, tied to our life. */
export function spawnPostgres({ owner, native, dataFolder, socketFolder, settings }: PostgresStart): PostgresProcess {
  const all = {
    ...settings,
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
  }
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = [join(native, 'bin', 'postgres'), '-D', dataFolder, ...args]
  const child = spawn('/bin/sh', ['-c', tie, 'sh', ...command], {
    ...spawnOptions(owner),
    // Out of our group, so that Ctrl-C in a terminal reaches us alone and we stop it in order.
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  return follow(child)
}

function follow(child: ChildProcess): PostgresProcess {
  let tail = ''
  let running = true
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (tail = (tail + text).slice(-tailLength)))
  // Writing to the pipe after the end is no fault: the end is what we wanted.
  child.stdin?.on('error', () => {})
  const ended = new Promise<{ tail: string }>((resolve) => {
    const end = (why?: Error): void => {
      running = false
      child.stdin?.destroy()
      resolve({ tail: why === undefined ? tail : `${tail}\n${why.message}` })
    }
    child.on('error', end)
    child.on('close', () => end())
  })
  return {
    ended,
    isRunning: () => running,
    async stop() {
      child.stdin?.end()
      await ended
    },
  }
}
