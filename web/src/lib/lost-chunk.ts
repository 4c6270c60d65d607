import { readStored, writeStored } from './storage.ts'

const key = 'reloadedFor'

/**
 * A tab that was open across a release asks for files that are gone. One reload brings the new ones; the same file
 * failing again within the session is shown as an error, and without a network nothing is reloaded.
 */
export function reloadOnLostChunk(): void {
  addEventListener('vite:preloadError', (event) => {
    const file = event.payload.message
    if (!navigator.onLine || readStored(key, 'session') === file) return
    writeStored(key, file, 'session')
    event.preventDefault()
    location.reload()
  })
}
