import cluster, { type Worker } from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { relayBus } from '../kernel/bus/process-bus.ts'
import { SetupError, type Config } from '../kernel/config/config.ts'
import { allRoles, type Role } from '../kernel/config/roles.ts'
import { createRestartPause, onceEnded } from '../kernel/concurrency/restart-pause.ts'
import type { Log } from '../kernel/log.ts'
import { workerVariables, type FromWorker, type ToWorker } from './messages.ts'
import type { Served } from './serve.ts'

const program = fileURLToPath(new URL('../main.ts', import.meta.url))
const again = { firstMs: 200, maxMs: 10_000 }

type Part = { roles: readonly Role[]; index: number }
type Starting = { pause: ReturnType<typeof createRestartPause>; served?: PromiseWithResolvers<Served> }

/** As many processes for customers as are configured, and one for what else this machine does: prices, time, operators. */
export function partsOf({ apiProcesses, roles }: Pick<Config, 'apiProcesses' | 'roles'>): Part[] {
  const rest = allRoles.filter((role) => role !== 'api' && roles.has(role))
  return [
    ...(rest.length > 0 ? [{ roles: rest, index: 0 }] : []),
    ...Array.from({ length: apiProcesses }, (_, index): Part => ({ roles: ['api'], index })),
  ]
}

/**
 * Starts the processes of an installation on this machine and keeps them: one that dies is started again. They share the ports
 * and exchange messages through this process (`kernel/bus`), which does nothing else.
 */
export function supervise({ config, log }: { config: Config; log: Log }) {
  cluster.setupPrimary({ exec: program, serialization: 'advanced' })
  const workers = new Map<Part, Worker>()
  let url: string | undefined
  let isBuilt = false
  let stopping = false

  const sendTo = (worker: Worker, message: ToWorker): void => {
    // One that ends meanwhile receives nothing; the next one is sent it anew.
    if (worker.isConnected()) worker.send(message, () => {})
  }
  const start = (part: Part, { pause, served }: Starting): void => {
    const worker = cluster.fork({
      [workerVariables.roles]: part.roles.join(','),
      [workerVariables.index]: String(part.index),
    })
    pause.started()
    workers.set(part, worker)
    // What ends it, or that it could not be started, is seen on its process; without a listener it would end this one.
    worker.on('error', () => {})
    relayBus(worker.process, () => [...workers.values()].filter((one) => one !== worker).map((one) => one.process))
    worker.on('message', (message: FromWorker) => {
      if ('served' in message) served?.resolve(message.served)
      if ('failed' in message && served !== undefined) served.reject(new SetupError(message.failed))
      else if ('failed' in message) log.error({ roles: part.roles, why: message.failed }, 'a process could not start')
    })
    onceEnded(worker.process, (why) => {
      const reason = why.cause ?? why.signal ?? why.code
      served?.reject(new SetupError(`A process of the product ended while it started (${reason}).`))
      if (stopping) return
      log.error({ roles: part.roles, ...why }, 'a process ended and is started again')
      setTimeout(() => {
        if (!stopping) start(part, { pause })
      }, pause.next())
    })
    if (url !== undefined) sendTo(worker, { begin: { url } })
    if (isBuilt) sendTo(worker, { built: true })
  }
  const served = partsOf(config).map((part) => {
    const response = Promise.withResolvers<Served>()
    start(part, { pause: createRestartPause(again), served: response })
    return response.promise
  })
  const all = Promise.all(served)
  // It is awaited when the database is there; until then a failure waits as well.
  all.catch(() => {})

  return {
    /** The database is there: the processes open the product. Resolves with what they serve. */
    async begin(databaseUrl: string): Promise<Served> {
      url = databaseUrl
      for (const worker of workers.values()) sendTo(worker, { begin: { url } })
      return (await all).reduce((sum, one) => ({ ...sum, ...one, ...joined(sum, one) }))
    },
    /** Both apps are built and can be served. */
    built(): void {
      isBuilt = true
      for (const worker of workers.values()) sendTo(worker, { built: true })
    },
    /** Ends all of them in order; resolves when none runs. */
    async stop(): Promise<void> {
      stopping = true
      await Promise.all(
        [...workers.values()].map(async (worker) => {
          if (worker.isDead() || worker.process.pid === undefined) return
          const gone = new Promise((resolve) => worker.once('exit', resolve))
          worker.process.kill('SIGTERM')
          await gone
        }),
      )
    },
  }
}

const joined = (a: Served, b: Served): Pick<Served, 'logins' | 'operatorLogins' | 'missing'> => ({
  logins: [...a.logins, ...b.logins],
  operatorLogins: [...a.operatorLogins, ...b.operatorLogins],
  missing: [...new Set([...a.missing, ...b.missing])],
})
