/** Where the app's worker keeps the customer's own lists for a reload without a network. */
export const ownListsCache = 'evenhand-own'

/** What a page says to the worker: what it has loaded, or the token of a session that is over. */
export type WorkerMessage = { readonly keep?: readonly string[]; readonly signedOut?: string }

/** Removes the lists that are kept, and has the worker keep none of that session that is still on its way. */
export function removeOwnLists(token: string | undefined): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is of this origin alone
  if (token !== undefined) globalThis.navigator?.serviceWorker?.controller?.postMessage({ signedOut: token })
  void globalThis.caches?.delete(ownListsCache)
}
