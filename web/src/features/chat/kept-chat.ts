import { readStored, writeStored } from '../../lib/storage.ts'
import type { Pending } from './chat-log.ts'

const guestKey = 'chatGuest'
const pendingKey = 'chatPending'

/** A guest's conversation and what proves it, which the server returns once. */
export type Guest = { readonly id: string; readonly token: string }

/** The guest's conversation of this browser; undefined where there is none. */
export function keptGuest(): Guest | undefined {
  try {
    const kept = JSON.parse(readStored(guestKey) ?? 'null') as Partial<Guest> | null
    return typeof kept?.id === 'string' && typeof kept.token === 'string'
      ? { id: kept.id, token: kept.token }
      : undefined
  } catch {
    return undefined
  }
}

/** Keeps it, or forgets it. */
export const keepGuest = (guest: Guest | undefined): void =>
  writeStored(guestKey, guest === undefined ? null : JSON.stringify(guest))

/** What this tab wrote of a person and does not know to be kept; it is sent again with the same client ids. */
export function keptPending(owner: string): readonly Pending[] {
  try {
    const kept = JSON.parse(readStored(pendingKey, 'session') ?? 'null') as { owner?: string; all?: Pending[] } | null
    return kept?.owner === owner && Array.isArray(kept.all) ? kept.all : []
  } catch {
    return []
  }
}

/** Keeps that for the tab. */
export const keepPending = (owner: string, all: readonly Pending[]): void =>
  writeStored(
    pendingKey,
    all.length === 0
      ? null
      : JSON.stringify({
          owner,
          all: all.map(({ clientId, text, files, state }) => ({ clientId, text, files, state })),
        }),
    'session',
  )
