import type { ToWorker } from './check-worker.ts'

/** The bundler makes a file of the worker and what it needs, and its address. */
const { './check-worker.ts': address = '' } = import.meta.glob<string>('./check-worker.ts', {
  query: '?worker&url',
  import: 'default',
  eager: true,
})

type Policies = {
  createPolicy: (
    name: string,
    params: { createScriptURL: () => string },
  ) => { createScriptURL: (url: string) => string }
}
let policy: ReturnType<Policies['createPolicy']> | undefined

/** The page lets no text become a script's address but this one. */
function trustedAddress(): string {
  const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes
  return policies
    ? (policy ??= policies.createPolicy('check-worker', { createScriptURL: () => address })).createScriptURL(address)
    : address
}

/** Starts the worker that checks files apart from the page. */
export const startWorker = (): Worker => new Worker(trustedAddress(), { type: 'module' })

/** Sends a message to the worker. */
export function sendTo(worker: Worker, message: ToWorker): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is of this origin alone
  worker.postMessage(message)
}
