const script = '/push-worker.js'

type Policies = {
  createPolicy: (
    name: string,
    params: { createScriptURL: () => string },
  ) => { createScriptURL: (url: string) => string }
}
let policy: ReturnType<Policies['createPolicy']> | undefined

/** The page lets no text become a script's address but this one. */
function trustedScript(): string {
  const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes
  return policies
    ? (policy ??= policies.createPolicy('own-worker', { createScriptURL: () => script })).createScriptURL(script)
    : script
}

/** Registers the app's one worker, which shows pushed notices and returns a reload without a network. */
export const registerWorker = (): Promise<ServiceWorkerRegistration> =>
  navigator.serviceWorker.register(trustedScript())

/** Has the worker keep this page and what it has loaded, so that a reload without a network shows it. */
export async function keepForOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  await registerWorker()
  const { active } = await navigator.serviceWorker.ready
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is of this origin alone
  active?.postMessage({ keep: ['/', ...performance.getEntriesByType('resource').map(({ name }) => name)] })
}
