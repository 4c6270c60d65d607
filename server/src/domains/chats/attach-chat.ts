import { dayMs } from '@evenhand/protocol/durations.ts'
import type { Call } from '../../kernel/http/http.ts'
import { ipBucketOf } from '../../kernel/http/rate-limits.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { UploadedFile } from '../../kernel/http/upload.ts'
import type { StoredContent } from '../files/index.ts'
import type { ChatsDeps } from './chats.deps.ts'
import { findOwnChat } from './chats.store.ts'
import { holdsFile } from './console.store.ts'
import { fileOwnerOf, mustOwner, ownerOf, subjectOf } from './conversation-owner.ts'

/** Files that guests of one network send (IPv6: of one /64), however many guests they are. */
const guestFileRule = { name: 'chat files of guests', max: 20, perMs: dayMs }

type Caller = Pick<Call, 'session' | 'token' | 'ip'>

/** Counts a file before a byte of it is read; refuses 40039 a stranger, 40029 too many of one guest, customer or network. */
export async function beginAttaching({ db, files, limits }: ChatsDeps, call: Caller): Promise<() => void> {
  const owner = await ownerOf(db, call)
  if (owner === undefined) throw refuse('notFound')
  if ('guest' in owner) limits.take(guestFileRule, ipBucketOf(call.ip))
  return files.beginSending(subjectOf(owner))
}

type Attaching = { id: string; call: Call; sent: UploadedFile | undefined }

/** Keeps a file for a message of an own conversation; refuses 40039, and what the file is refused for. */
export async function attachOf({ db, files }: ChatsDeps, { id, call, sent }: Attaching) {
  if (sent === undefined) throw refuse('dataIncomplete', { fields: [{ field: 'file', reason: 'missing' }] })
  const owner = await mustOwner(db, call)
  if ((await findOwnChat(db, id, owner)) === undefined) throw refuse('notFound')
  const { fileId, type } = await files.keepSent(sent, { ...fileOwnerOf(owner), purpose: 'chat' })
  return { fileId, type }
}

/** A file of a message of an own conversation; refuses 40039 whatever is in no message of it. */
export async function openAttached(
  { db, files }: ChatsDeps,
  { id, fileId }: { id: string; fileId: string },
  call: Call,
): Promise<StoredContent> {
  const owner = await mustOwner(db, call)
  if ((await findOwnChat(db, id, owner)) === undefined) throw refuse('notFound')
  if (!(await holdsFile(db, { id, fileId }))) throw refuse('notFound')
  return files.openAttachment(fileId, { process: 'own file' })
}
