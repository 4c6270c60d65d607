import { setTimeout as wait } from 'node:timers/promises'
import type { Product } from '../app/product.ts'
import { openProcessBus } from '../kernel/bus/process-bus.ts'
import { readConfig, SetupError } from '../kernel/config/config.ts'
import { allRoles } from '../kernel/config/roles.ts'
import { isAway } from '../kernel/db/db.ts'
import { openLog } from '../kernel/log.ts'
import { workerVariables, type FromWorker, type ToWorker } from './messages.ts'
import { endOnSignals, isEnding } from './orderly-end.ts'
import { serve } from './serve.ts'

/** A process that the first one started: waits for the database, serves its roles, and ends with the first one. */
export async function runWorker(): Promise<void> {
  const running: { product?: Product; ready: boolean } = { ready: false }
  endOnSignals(async () => {
    const stopped = running.product?.stop()
    // A start that is cut short has begun nothing that has to be ended in order.
    await (running.ready ? stopped : Promise.race([stopped?.catch(() => {}), wait(3000)]))
  })
  const roles = new Set(allRoles.filter((role) => process.env[workerVariables.roles]?.split(',').includes(role)))
  const config = readConfig(process.env)
  const log = openLog(config.logLevel)
  const first = fromFirstProcess()
  try {
    const served = await serve({
      config,
      url: await first.begin,
      log,
      roles,
      bus: openProcessBus(log),
      index: Number(process.env[workerVariables.index] ?? 0),
      built: first.built,
      opened: (product) => void (running.product = product),
    })
    running.ready = true
    response({ served })
  } catch (cause) {
    // What fails because it is being ended is no fault.
    if (isEnding()) return
    response({ failed: sentence(cause) })
    process.exitCode = 1
    process.disconnect?.()
  }
}

/** The first process may have ended meanwhile, and then this one ends with it. */
const response = (message: FromWorker): void => void process.send?.(message, () => {})

function sentence(cause: unknown): string {
  if (cause instanceof SetupError) return cause.message
  if (isAway(cause)) return `The database stopped responding during the start (${String(cause)}): start again.`
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
}

/** The two moments that the first process announces. */
function fromFirstProcess(): { begin: Promise<string>; built: Promise<void> } {
  const begin = Promise.withResolvers<string>()
  const built = Promise.withResolvers<void>()
  process.on('message', (message: ToWorker) => {
    if ('begin' in message) begin.resolve(message.begin.url)
    if ('built' in message) built.resolve()
  })
  return { begin: begin.promise, built: built.promise }
}
