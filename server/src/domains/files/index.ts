import { maxFileBytes, type FilePurpose } from '@evenhand/protocol/files.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import type { Call } from '../../kernel/http/http.ts'
import type { UploadedFile } from '../../kernel/http/upload.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import type { Limits } from '../../kernel/http/rate-limits.ts'
import type { Log } from '../../kernel/log.ts'
import type { JobSpec } from '../../kernel/module/module.ts'
import type { AnyDb } from '../../kernel/http/operator-call.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { WrappingKeys } from '../../kernel/crypto/wrapping-keys.ts'
import { createFileLinks } from './file-links.ts'
import {
  boundOf,
  deleteUnused,
  eraseFiles,
  findFile,
  insertView,
  markDocumentUsed,
  markUsed,
  openedBy,
  ownersOfSame,
  type FileOwner,
  type FilesDb,
  type FileType,
} from './files.store.ts'
import { magicLength } from './images/inspect-image.ts'
import { createKeepFile, type KeptFile, type SentFile } from './keep-file.ts'
import { createSending } from './sending.ts'
import type { VirusScanner } from './virus-scanner.ts'
import { dayMs, hourMs } from '@evenhand/protocol/durations.ts'

export { filesModule } from './files.module.ts'
export { rewrapFiles } from './rewrap-files.ts'
export { createVirusScanner } from './virus-scanner.ts'

export type FilesDeps = {
  db: FilesDb
  /** The same tables as the operators' role reads them. */
  consoleDb: FilesDb
  clock: Clock
  log: Log
  limits: Limits
  keys: WrappingKeys
  /** Signs links to pictures; 32 bytes. */
  linkKey: Uint8Array
  /** Where files are while they are inspected. */
  folder: string
  /** The virus scanner that checks files before they are inspected, where there is one. */
  scan?: VirusScanner | undefined
}
export type Picture = { type: Exclude<FileType, 'application/pdf'>; bytes: Buffer }
export type StoredContent = Picture | { type: 'application/pdf'; bytes: Buffer }
export type { FileOwner, FileType }
export type Viewer = { customerId: string } | { operatorId: string; reason: string } | { process: string }

/** How long a file that nothing names is kept: a form may be filled in over an evening. */
const unusedMs = dayMs

const hasOpened =
  ({ consoleDb }: Pick<FilesDeps, 'consoleDb'>) =>
  async (operatorId: string, params: { ids: readonly string[]; since: number }, tx?: AnyDb): Promise<boolean> => {
    const opened = await openedBy((tx as FilesDb | undefined) ?? consoleDb, { operatorId, ...params })
    return params.ids.every((id) => opened.includes(id))
  }

/** Erases files for good, by destroying their keys; in the transaction of what named them where it is given. */
const erase =
  ({ db, clock }: FilesDeps) =>
  (ids: readonly string[], tx?: AnyDb): Promise<number> => {
    const erased = { ids, at: clock.now() }
    if (tx !== undefined) return eraseFiles(tx as FilesDb, erased)
    return db.transaction().execute((own) => eraseFiles(own, erased))
  }

/** The documents of legal holds: operators file them, and they belong to no customer. */
const documents = ({ db, clock }: FilesDeps, keep: (sent: SentFile) => Promise<KeptFile>) => ({
  /** Keeps the picture of a document; refuses as an upload does. */
  storeDocument: (bytes: Uint8Array) =>
    keep({
      purpose: 'legal',
      source: { bytes },
      head: bytes.subarray(0, magicLength),
      size: bytes.length,
    }),
  /** Refuses 40039 unless there is such a document of that content, and keeps it from now on. */
  async mustBeDocument(fileId: string, sha256: string): Promise<void> {
    if (!(await markDocumentUsed(db, { id: fileId, sha256, at: clock.now() }))) throw refuse('notFound')
  },
})

/** Files of customers and guests: made anew when they come, encrypted at rest, and every view of one logged. */
export function createFiles(deps: FilesDeps) {
  const { db, clock } = deps
  const keep = createKeepFile(deps)
  const sending = createSending(deps.limits)
  const links = createFileLinks({ key: deps.linkKey, now: clock.now })
  return {
    uploads: {
      folder: deps.folder,
      maxBytes: maxFileBytes.kyc,
      begin: ({ session }: Pick<Call, 'session'>) => sending(session.customerId),
    },
    /** Counts a file that a sender uploads to another domain's call; refuses 40029, and returns what ends the sending. */
    beginSending: sending,
    /** Keeps what was sent with another domain's call; refuses as an upload does. */
    keepSent: ({ fd, head, size }: UploadedFile, sent: FileOwner & { purpose: FilePurpose }): Promise<KeptFile> =>
      keep({ ...sent, source: { fd }, head, size }),
    async upload(request: { purpose: FilePurpose }, call: Call, sent: UploadedFile | undefined) {
      if (sent === undefined) throw refuse('dataIncomplete', { fields: [{ field: 'file', reason: 'missing' }] })
      const { fd, head, size } = sent
      const own = { customerId: call.session.customerId, purpose: request.purpose }
      return withoutType(await keep({ ...own, source: { fd }, head, size }))
    },
    /** Keeps a picture that is in memory; refuses as an upload does. `sha256` is that of the picture as it is kept. */
    store: (params: { customerId: string; purpose: FilePurpose; bytes: Uint8Array }) =>
      keep({
        ...params,
        source: { bytes: params.bytes },
        head: params.bytes.subarray(0, magicLength),
        size: params.bytes.length,
      }),
    ...documents(deps, keep),
    /** Refuses 40039 unless a file of that purpose is the customer's own, and keeps it from now on. */
    async mustOwn(customerId: string, fileId: string, purpose: FilePurpose): Promise<void> {
      if ((await markUsed(db, { id: fileId, customerId, purpose, at: clock.now() })) === undefined)
        throw refuse('notFound')
    },
    /** The same of what a customer or guest sent to customer service; returns its type. */
    async mustOwnAttachment(owner: FileOwner, fileId: string): Promise<FileType> {
      const type = await markUsed(db, { id: fileId, ...owner, purpose: 'chat', at: clock.now() })
      if (type === undefined) throw refuse('notFound')
      return type
    },
    /** A picture in plain bytes, for its owner, an operator with a reason, or a part of the product that states what for. The access is recorded before it is returned; 40039. */
    async open(fileId: string, viewer: Viewer): Promise<Picture> {
      const content = await openFile(deps, fileId, viewer)
      if (content.type === 'application/pdf') throw refuse('notFound')
      return content
    },
    /** The same of a picture or a document. */
    openAttachment: (fileId: string, viewer: Viewer): Promise<StoredContent> => openFile(deps, fileId, viewer),
    /**
     * Whether an operator has viewed every one of some pictures since a time, by the log of views. A caller within a
     * transaction of the role `console` gives it, and so needs no second connection while it holds one.
     */
    hasOpened: hasOpened(deps),
    /** Other customers who sent a picture of a document that is one of these to the last point; at most twenty. */
    ownersOfSame: (ids: readonly string[]): Promise<string[]> => ownersOfSame(deps.consoleDb, ids),
    /** A picture to its owner's session, or to the holder of a link of it; refuses 401 without either, and 40039. */
    async show(request: { id: string; until?: number | undefined; signature?: string | undefined }, { session }: Call) {
      const { id, until, signature } = request
      if (until !== undefined && signature !== undefined)
        if (links.isGood({ id, until, signature })) return openFile(deps, id, { process: 'own file' })
        else throw refuse('notFound')
      if (session.customerId === '') throw refuse('sessionEnded')
      return openFile(deps, id, { customerId: session.customerId })
    },
    /** An address of a picture of the caller's own that is good for five minutes; 40039. */
    async link({ id }: { id: string }, { session }: Call): Promise<{ url: string; until: number }> {
      if ((await findFile(db, { id, customerId: session.customerId })) === undefined) throw refuse('notFound')
      return links.make(id)
    },
    erase: erase(deps),
    /** Forgets files that nothing has named for a day; done every hour. */
    forgetUnused: (): Promise<number> => deleteUnused(db, clock.now() - unusedMs),
    jobs: [
      {
        name: 'forget unused files',
        everyMs: hourMs,
        byClock: true,
        run: async () => void (await deleteUnused(db, clock.now() - unusedMs)),
      },
    ] as readonly JobSpec[],
  }
}

export type Files = ReturnType<typeof createFiles>

const withoutType = ({ fileId, sha256 }: KeptFile) => ({ fileId, sha256 })

async function openFile(
  { db, consoleDb, clock, keys }: FilesDeps,
  fileId: string,
  viewer: Viewer,
): Promise<StoredContent> {
  const own = 'customerId' in viewer ? viewer.customerId : undefined
  const operatorId = 'operatorId' in viewer ? viewer.operatorId : undefined
  const reason = 'customerId' in viewer ? 'own file' : 'process' in viewer ? viewer.process : viewer.reason.trim()
  if (reason === '') throw refuse('reasonNeeded')
  const at = clock.now()
  const seen = own === undefined ? consoleDb : db
  const file = await findFile(seen, { id: fileId, ...(own !== undefined && { customerId: own }) })
  if (file === undefined) throw refuse('notFound')
  const { customerId, type } = file
  await insertView(seen, { id: uuidV7(at), fileId, customerId, operatorId, reason: reason.slice(0, 500), at })
  return { type, bytes: keys.open(file.sealed, file.key, boundOf(file)) }
}
