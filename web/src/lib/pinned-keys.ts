import { publicKeys } from '@evenhand/protocol/books.ts'
import { call } from './call.ts'
import { readStored, writeStored } from './storage.ts'

const stored = 'publicKeys'

/** The server's signing keys as this browser saw them first. `since`: epoch milliseconds. */
export type PinnedKeys = { readonly text: string; readonly since: number; readonly changed: boolean }

/**
 * The keys kept at first use. A server that later shows other keys cannot pass them off as the ones it had: receipts are
 * checked against what was kept, and `changed` means that the server now names others.
 */
export async function pinKeys(now: () => number = Date.now): Promise<PinnedKeys> {
  const kept = readPinned(readStored(stored))
  const fresh = await call(publicKeys, {}).then(
    ({ keys }) => JSON.stringify({ keys }, null, 2),
    (problem: unknown) => {
      if (kept === undefined) throw problem
      return undefined
    },
  )
  if (kept !== undefined) return { ...kept, changed: fresh !== undefined && fresh !== kept.text }
  const first = { text: fresh ?? '', since: now() }
  writeStored(stored, JSON.stringify(first))
  return { ...first, changed: false }
}

/** What was kept, from the text it is kept in; undefined when there is nothing usable. */
export function readPinned(text: string | null): { text: string; since: number } | undefined {
  try {
    const kept = JSON.parse(text ?? 'null') as { text?: unknown; since?: unknown } | null
    return typeof kept?.text === 'string' && typeof kept.since === 'number'
      ? { text: kept.text, since: kept.since }
      : undefined
  } catch {
    return undefined
  }
}
