import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../server/test/journey-server.ts', import.meta.url))

/** `consoleOrigin`: the operators' app. */
export type RealServer = {
  readonly origin: string
  readonly consoleOrigin: string
  readonly stop: () => Promise<void>
}

/**
 * The real server with a database of its own, on a port the system chose. Ready when it says so. With `everyPrice` it records
 * all instruments, else some of each class.
 */
export async function startServer({ everyPrice = false } = {}): Promise<RealServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'evenhand-web-'))
  // PostgreSQL, which may not be this user, must be able to enter; a closed folder would put the data elsewhere for good.
  chmodSync(dataDir, 0o755)
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: '0',
    CONSOLE_PORT: '0',
    RATE_LIMITS: 'off',
    MODE: 'sandbox',
    SANDBOX_WEEK: 'off',
    API_PROCESSES: '0',
  }
  const child = spawn(process.execPath, [program, ...(everyPrice ? ['every-price'] : [])], {
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const stop = async () => {
    await ended(child)
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    return { ...(await originsOf(child)), stop }
  } catch (cause) {
    await stop()
    throw cause
  }
}

function originsOf(child: ChildProcess): Promise<Pick<RealServer, 'origin' | 'consoleOrigin'>> {
  return new Promise((resolve, reject) => {
    let output = ''
    const listen = (chunk: Buffer) => {
      output += chunk.toString()
      const origin = /customer app\s+(http:\/\/\S+)/.exec(output)?.[1]
      const consoleOrigin = /console\s+(http:\/\/\S+)/.exec(output)?.[1]
      if (origin && consoleOrigin) resolve({ origin, consoleOrigin })
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.on('close', (code, signal) => {
      const reason = `the server ended with ${code ?? signal}: ${output.slice(-2000)}`
      // Once it was ready nobody waits for this any more, and every journey would fail for want of an address.
      if (code !== 0) console.error(reason)
      reject(new Error(reason))
    })
  })
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.on('close', () => resolve())
    child.kill('SIGTERM')
  })
}
