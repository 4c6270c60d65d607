import { fork, spawn, type ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Ground } from './ground.ts'
import { familyCpuMicros } from './machine.ts'

const main = join(import.meta.dirname, '..', '..', 'server', 'src', 'main.ts')

/** The whole product in a process of its own, rate limits off. */
export type ProductProcess = { port: number; pid: number; stop(): Promise<void> }

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

export async function startProductProcess(params: { dataDir: string; url?: string }): Promise<ProductProcess> {
  const port = await freePort()
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: String(port),
      CONSOLE_PORT: String(await freePort()),
      DATA_DIR: params.dataDir,
      RATE_LIMITS: 'off',
      SANDBOX_WEEK: 'off',
      ...(process.env['API_PROCESSES'] === undefined ? {} : { API_PROCESSES: process.env['API_PROCESSES'] }),
      ...(process.env['BENCH_NODE_OPTIONS'] === undefined ? {} : { NODE_OPTIONS: process.env['BENCH_NODE_OPTIONS'] }),
      ...(params.url === undefined ? {} : { DATABASE_URL: params.url }),
    },
  })
  await untilReady(port, child)
  return { port, pid: child.pid ?? 0, stop: () => end(child) }
}

const idleWithinMs = 900_000
/** Of one core, what the product and its database may use without any calls: prices of every second, packed and sealed. */
const idleShare = 0.4

/**
 * Waits until the product has done what a first start on a loaded database begins with: sealing its entries, and checking
 * all of them. A check is often one statement, for which the product itself does nothing but wait, so PostgreSQL counts
 * as well. Throws where they are still busy after a quarter of an hour.
 */
export async function untilIdle(
  { pid }: Pick<ProductProcess, 'pid'>,
  ground: Pick<Ground, 'postgresCpu'>,
): Promise<void> {
  const spanMs = 5000
  const used = (): number => familyCpuMicros(pid) + ground.postgresCpu()
  for (const until = performance.now() + idleWithinMs; performance.now() < until;) {
    const before = used()
    await wait(spanMs)
    if ((used() - before) / 1000 / spanMs < idleShare) return
  }
  throw new Error('the product did not come to rest')
}

/** The first start seals the opening entries of all loaded accounts, which a million take minutes for. */
const readyWithinMs = 600_000

/** Waits until the product at `port` is ready; throws when it ends first or takes over ten minutes. */
export async function untilReady(port: number, child?: ChildProcess): Promise<void> {
  for (const until = performance.now() + readyWithinMs; performance.now() < until; await wait(10)) {
    if (child !== undefined && child.exitCode !== null) throw new Error(`the product ended with ${child.exitCode}`)
    const ready = await fetch(`http://127.0.0.1:${port}/health/ready`).then(
      (response) => response.ok,
      () => false,
    )
    if (ready) return
  }
  throw new Error('the product did not become ready')
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.on('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

/** A helper process of the bench that replies to each message with one. */
export function openHelper<Request extends object, Response>(script: string, args: readonly string[] = []) {
  const child = fork(join(import.meta.dirname, script), args)
  return {
    request: (request: Request): Promise<Response> =>
      new Promise((resolve, reject) => {
        const ended = (): void => reject(new Error(`${script} ended`))
        child.once('exit', ended)
        child.once('message', (response) => {
          child.off('exit', ended)
          resolve(response as Response)
        })
        child.send(request)
      }),
    pid: child.pid ?? 0,
    close: () => child.kill(),
  }
}
