import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { workerVariables } from '../../src/processes/messages.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const start = join(root, 'tools', 'start.mjs')

/** The product as `npm start` runs it, in a process group of its own, on a data folder that outlives it. */
export type RunningProduct = {
  readonly port: number
  readonly child: ChildProcess
  /** Resolves with the exit code, or null after a signal. */
  readonly ended: Promise<number | null>
  /** Resolves when every process of it serves: those for customers are ready before the clock recorded a price. */
  readonly started: Promise<void>
  /** What it wrote last, for a message when something went wrong. */
  readonly output: () => string
}

/**
 * A port that nothing listens on, below those that the system gives to connections: between this call and the product's
 * start, tests beside this one open hundreds of them.
 */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await new Promise<number | undefined>((resolve) => {
    server.on('error', () => resolve(undefined))
    const tried = randomInt(12_000, 32_000)
    server.listen(tried, '127.0.0.1', () => server.close(() => resolve(tried)))
  })
  return port ?? freePort()
}

export type StartParams = { dataDir: string; port: number; consolePort: number; env?: Record<string, string> }

/** Starts the product without waiting for it. It is asynchronous from end to end, so that load goes on meanwhile. */
export function startProduct({ dataDir, port, consolePort, env = {} }: StartParams): RunningProduct {
  const child = spawn(process.execPath, [start], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: String(port),
      CONSOLE_PORT: String(consolePort),
      DATA_DIR: dataDir,
      RATE_LIMITS: 'off',
      SANDBOX_WEEK: 'off',
      ...env,
    },
  })
  let output = ''
  const { promise: started, resolve } = Promise.withResolvers<void>()
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-4000)
      if (output.includes(' is ready after ')) resolve()
    })
  const ended = new Promise<number | null>((exit) => child.on('exit', exit))
  return { port, child, ended, started, output: () => output }
}

// Right after a kill the product may not have noticed yet and still call itself ready.
const steady = 8

/**
 * Waits until the product is ready and stays so; returns after how many ms it was. Throws when it takes over
 * `patienceMs`.
 */
export async function untilReady(
  { port, output, child }: Pick<RunningProduct, 'port' | 'output' | 'child'>,
  patienceMs = 120_000,
): Promise<number> {
  const began = performance.now()
  let readySince = 0
  for (let inRow = 0; inRow < steady; await wait(25)) {
    if (performance.now() - began > patienceMs) {
      // No caller will use it again, and it would run on beside every later test.
      if (child.pid !== undefined) kill(-child.pid)
      throw new Error(`not ready after ${patienceMs} ms:\n${output()}`)
    }
    const ready = await fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(5000) }).then(
      (response) => response.ok,
      () => false,
    )
    if (ready && inRow === 0) readySince = performance.now()
    inRow = ready ? inRow + 1 : 0
  }
  return readySince - began
}

const clusterFolder = (dataDir: string): string => {
  const signpost = join(dataDir, 'postgres.place')
  return join(existsSync(signpost) ? readFileSync(signpost, 'utf8').trim() : join(dataDir, 'postgres'), 'cluster')
}

const lockLines = (dataDir: string): string[] =>
  readFileSync(join(clusterFolder(dataDir), 'postmaster.pid'), 'utf8').split('\n')

/** The database's address as its owner, taken from where the running postmaster listens. */
export const databaseUrl = (dataDir: string): string =>
  `postgres://evenhand@localhost/evenhand?host=${encodeURIComponent(lockLines(dataDir)[4] ?? '')}`

/** The postmaster's process and its children. */
export function postgresPids(dataDir: string): { postmaster: number; children: number[] } {
  const postmaster = Number(lockLines(dataDir)[0])
  const children = readdirSync('/proc').flatMap((name) => (parentOf(name) === postmaster ? [Number(name)] : []))
  return { postmaster, children }
}

const parentOf = (pid: string): number => Number(/^\d+$/.test(pid) ? statOf(pid)[1] : 0)
const groupOf = (pid: string): string | undefined => statOf(pid)[2]

/** After the name in brackets: state, parent, group. */
function statOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  } catch {
    return []
  }
}

const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It was gone before us.
  }
}

/** Kills processes, or groups of them, with `-9`. */
export const killAll = (pids: readonly number[]): void => pids.forEach(kill)

/** Processes of a product that have a role, wherever they stand below the one that was started. */
export function processesOf({ child }: RunningProduct, role: string): number[] {
  const group = String(child.pid)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && groupOf(name) === group)
    .filter((name) => rolesOf(name).includes(role))
    .map(Number)
}

function rolesOf(pid: string): string[] {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
    const roles = environment.find((line) => line.startsWith(`${workerVariables.roles}=`)) ?? ''
    return roles.slice(workerVariables.roles.length + 1).split(',')
  } catch {
    return []
  }
}

/**
 * What a drill kills: the numbers of its processes, everything of one kind at once. They are read before the load hurries: reading
 * them can take as long as calls on their way take to be answered.
 */
export const killings = {
  server: ({ child }: RunningProduct) => [-(child.pid ?? 0)],
  /** Those that serve customers; the rest of the product starts them again. */
  api: (product: RunningProduct) => processesOf(product, 'api'),
  /** The one that records prices, settles, and serves operators. */
  clock: (product: RunningProduct) => processesOf(product, 'clock'),
  database: (_: RunningProduct, dataDir: string) => {
    const { postmaster, children } = postgresPids(dataDir)
    return [postmaster, ...children]
  },
  both: (product: RunningProduct, dataDir: string) => {
    const { postmaster, children } = postgresPids(dataDir)
    return [-(product.child.pid ?? 0), postmaster, ...children]
  },
  // One session of the database; PostgreSQL then ends all others and recovers.
  backend: (_: RunningProduct, dataDir: string) => {
    const { children } = postgresPids(dataDir)
    return [children[Math.floor(children.length / 2)] ?? 0]
  },
} satisfies Record<string, (product: RunningProduct, dataDir: string) => number[]>
export type Killing = keyof typeof killings
