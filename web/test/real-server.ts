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

const chainProgram = fileURLToPath(new URL('../../server/test/local-chain.ts', import.meta.url))

/** A chain that collectibles are delivered on; returns its file of settings. */
async function startChain(dataDir: string): Promise<{ file: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [chainProgram, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [, file] = await printed(child, /chain in (\S+)/)
  return { file: file ?? '', child }
}

/**
 * The real server with a database of its own, on a port the system chose. Ready when it reports so. With `everyPrice` it records
 * all instruments, else some of each class; with `chain` it delivers collectibles, on a chain of its own.
 */
export async function startServer({ everyPrice = false, chain = false } = {}): Promise<RealServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'evenhand-web-'))
  // PostgreSQL, which may not be this user, must be able to enter; a closed folder would put the data elsewhere for good.
  chmodSync(dataDir, 0o755)
  const local = chain ? await startChain(dataDir) : undefined
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: '0',
    CONSOLE_PORT: '0',
    RATE_LIMITS: 'off',
    MODE: 'sandbox',
    SANDBOX_WEEK: 'off',
    API_PROCESSES: '0',
    ...(local && { CHAINS_FILE: local.file }),
  }
  const child = spawn(process.execPath, [program, ...(everyPrice ? ['every-price'] : [])], {
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const stop = async () => {
    await ended(child)
    if (local) await ended(local.child)
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    const [origin, consoleOrigin] = await originsOf(child)
    return { origin, consoleOrigin, stop }
  } catch (cause) {
    await stop()
    throw cause
  }
}

const originsOf = async (child: ChildProcess): Promise<[origin: string, consoleOrigin: string]> => {
  const [, origin = '', consoleOrigin = ''] = await printed(
    child,
    /customer app\s+(http:\/\/\S+)[^]*console\s+(http:\/\/\S+)/,
  )
  return [origin, consoleOrigin]
}

/** What a program has printed once it matches; throws with the end of it where the program ends before. */
function printed(child: ChildProcess, form: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let output = ''
    const listen = (chunk: Buffer) => {
      output += chunk.toString()
      const found = form.exec(output)
      if (found) resolve(found)
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.on('close', (code, signal) => {
      const reason = `the server ended with ${code ?? signal}: ${output.slice(-2000)}`
      // Once it was ready no test waits for this any more, and every journey would fail for want of an address.
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
