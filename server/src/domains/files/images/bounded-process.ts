import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, sep } from 'node:path'

/** What a process that draws pictures is, and what it may take. */
export type Bounds = {
  readonly program: string
  /** Milliseconds of a processor's time, and by the clock: a machine that is busy with others makes no picture larger. */
  readonly maxWorkMs: number
  readonly maxMs: number
  /** Kilobytes of memory. */
  readonly maxKb: number
}
export type Source = { readonly fd: number } | { readonly bytes: Uint8Array }

/**
 * `hasEnded`: the process was ended because it took too much; `stop` ends it in any case. `failure` resolves when it has
 * ended: why, where the machine is the reason, and undefined where it ended by itself or by us.
 */
export type Watch = { hasEnded(): boolean; stop(): void; readonly failure: Promise<string | undefined> }

/** The machine could not do the work: it started no process, or ended one. Another try may succeed. */
export class MachineFault extends Error {}

const here = createRequire(import.meta.url)
const isHome = (folder: string): boolean => here.resolve('sharp').startsWith(folder + sep)
const searchedIn = here.resolve.paths('sharp') ?? []
/**
 * Where packages are searched from here, up to where they are found: beside its own folder the only places that a process
 * may read. A nearer folder than the last is there when a package of this workspace needs a version of its own.
 */
const packages = searchedIn.slice(0, searchedIn.findIndex(isHome) + 1).map((folder) => folder + sep)
const checkEveryMs = 50

export type Start = { args: readonly string[]; source: Source | 'pipe'; native: boolean }

/** Starts a process that may read its own code and packages, and nothing else: no writing, no environment of ours. */
export function startBounded(program: string, { args, source, native }: Start): ChildProcess {
  const stdio: StdioOptions = [source !== 'pipe' && 'fd' in source ? source.fd : 'pipe', 'pipe', 'ignore']
  const folder = dirname(program)
  const allowed = [`${folder}/`, ...packages].map((path) => `--allow-fs-read=${path}`)
  const limits = ['--permission', ...(native ? ['--allow-addons'] : []), ...allowed]
  const node = [...limits, '--max-old-space-size=256', '--no-warnings', program, ...args]
  const started = spawn(process.execPath, node, { stdio, env: {}, cwd: folder })
  started.on('error', () => {})
  if (source !== 'pipe' && 'bytes' in source && started.stdin !== null) {
    started.stdin.on('error', () => {})
    started.stdin.end(source.bytes)
  }
  return started
}

/** The whole output of a process, at most so many bytes; one that writes more is ended, and its output dropped. */
export function outputOf(started: ChildProcess, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve) => {
    const parts: Buffer[] = []
    let size = 0
    started.stdout?.on('data', (part: Buffer) => {
      size += part.length
      if (size > maxBytes) started.kill('SIGKILL')
      else parts.push(part)
    })
    started.on('error', () => resolve(Buffer.alloc(0)))
    started.on('close', () => resolve(size > maxBytes ? Buffer.alloc(0) : Buffer.concat(parts)))
  })
}

/**
 * Ends a process that takes too long or too much. Linux alone reports its CPU time and memory; elsewhere the clock and
 * the bounds on pixels stand.
 */
export function watch(one: ChildProcess, { maxWorkMs, maxMs, maxKb }: Omit<Bounds, 'program'>): Watch {
  let ended = false
  const tooMuch = (): void => {
    ended = true
    one.kill('SIGKILL')
  }
  const failure = failureOf(one)
  const late = setTimeout(tooMuch, maxMs)
  const sampling = setInterval(() => {
    if (one.pid !== undefined)
      void takenBy(one.pid).then(({ workMs, kb }) => {
        if (workMs > maxWorkMs || kb > maxKb) tooMuch()
      })
  }, checkEveryMs)
  return {
    hasEnded: () => ended,
    failure,
    stop() {
      clearTimeout(late)
      clearInterval(sampling)
      one.kill('SIGKILL')
    },
  }
}

/** Signals of a machine that stops or lacks memory; a decoder that crashes on its picture ends by others. */
const machineSignals: ReadonlySet<string> = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGABRT'])

const failureOf = (one: ChildProcess): Promise<string | undefined> =>
  new Promise((resolve) => {
    one.once('error', (cause) => resolve(`a process was not started: ${cause.message}`))
    one.once('exit', (_code, signal) =>
      resolve(
        signal !== null && !one.killed && machineSignals.has(signal) ? `a process was ended by ${signal}` : undefined,
      ),
    )
  })

/** Linux counts a process's time in hundredths of a second, whatever program reads it. */
const tickMs = 10

async function takenBy(pid: number): Promise<{ workMs: number; kb: number }> {
  const params = (name: string): Promise<string> => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')
  const [stat, status] = await Promise.all([params('stat'), params('status')])
  // The name of the program, in brackets, may hold anything; utime and stime are the 12th and 13th after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return {
    workMs: (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * tickMs,
    kb: Number(/^VmRSS:\s+([0-9]+) kB$/m.exec(status)?.[1] ?? 0),
  }
}
