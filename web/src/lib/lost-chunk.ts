import { readStored, writeStored } from './storage.ts'

const key = 'reloadedFor'
let search: Promise<void> = Promise.resolve()

/**
 * A tab that was open across a release requests files that are gone. When the server reports one as missing, one reload brings the new
 * ones; the same file failing again within the session is shown as an error. Without a response nothing is reloaded: the
 * page that is there is worth more than the browser's own error page.
 */
export function reloadOnLostChunk(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    search = reloadIfGone(payload.message)
  })
}

/** Ends when it is known that the last failed file is no reason to reload; before a reload it never does. */
export const lostChunkSearch = (): Promise<void> => search

async function reloadIfGone(failure: string): Promise<void> {
  if (readStored(key, 'session') === failure) return
  const file = /https?:\/\/[^\s"']+/.exec(failure)?.[0]
  try {
    const { ok, status } = await fetch(file ?? location.href, { cache: 'no-store', headers: { accept: 'text/html' } })
    if (file === undefined ? !ok : status !== 404) return
  } catch {
    return
  }
  writeStored(key, failure, 'session')
  location.reload()
  await new Promise(() => {})
}
