/** Where the app's worker keeps the customer's own lists for a reload without a network. */
export const offlineCacheName = 'evenhand-own'

/** A message of a page to the worker: the files it has loaded, or the token of a session that is over. */
export type WorkerMessage = { readonly keep?: readonly string[]; readonly signedOut?: string }

/** Removes the lists that are kept, and has the worker keep none of that session that is still on its way. */
export function clearOfflineCache(token: string | undefined): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is of this origin alone
  if (token !== undefined) globalThis.navigator?.serviceWorker?.controller?.postMessage({ signedOut: token })
  void globalThis.caches?.delete(offlineCacheName)
}
