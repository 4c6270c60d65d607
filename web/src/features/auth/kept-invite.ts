import { readStored, writeStored } from '../../lib/storage.ts'

const key = 'inviteCode'

/** The invite code of the link that a visitor came by, for as long as the tab is open; undefined where there was none. */
export function keptInvite(ref: string | undefined): string | undefined {
  if (ref !== undefined && ref !== '') writeStored(key, ref, 'session')
  return ref ?? readStored(key, 'session') ?? undefined
}
