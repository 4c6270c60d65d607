import { createHash } from 'node:crypto'
import {
  chatFileTypes,
  fileTypes,
  maxDocumentBytes,
  maxFileBytes,
  minIdentitySide,
  type StoredPurpose,
} from '@evenhand/protocol/files.ts'
import type { WrappingKeys } from '../../kernel/crypto/wrapping-keys.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import type { Log } from '../../kernel/log.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import { cleanPdf, isPdf } from './documents/clean-pdf.ts'
import { boundOf, insertFile, type FileOwner, type FilesDb, type FileType } from './files.store.ts'
import { MachineFault } from './images/bounded-process.ts'
import { cleanImage, type Source, type Wish } from './images/clean-image.ts'
import { createSemaphore } from './semaphore.ts'
import type { VirusScanner } from './virus-scanner.ts'

/** Files kept of one customer, who can request the erasure of old ones, and of one guest of customer service. */
const maxFiles = 200
const maxGuestFiles = 10
/** What the files of all guests together may take: no record vouches for them, and they must not fill the disk. */
const maxGuestBytes = 500 * 1024 * 1024

const photograph: Wish = { format: 'jpeg', minSide: 1, maxSide: 4096 }
const maxBytes: Readonly<Record<StoredPurpose, number>> = { ...maxFileBytes, legal: maxDocumentBytes }
const wishes: Readonly<Record<StoredPurpose, Wish>> = {
  legal: photograph,
  kyc: { ...photograph, minSide: minIdentitySide },
  deposit: photograph,
  chat: photograph,
  signature: { format: 'png', minSide: 1, maxSide: 2000 },
}

export type SentFile = FileOwner & { purpose: StoredPurpose; source: Source; head: Uint8Array; size: number }
export type KeptFile = { fileId: string; sha256: string; type: FileType }
type Deps = { db: FilesDb; clock: Clock; log: Log; keys: WrappingKeys; scan?: VirusScanner | undefined }

/**
 * Keeps files as they are made anew, three at a time. Refuses 40018 one that is too large, 40019 one that is none of its
 * purpose's types, cannot be read or carries a virus, 40038 where its owner has too many or guests together too much, 40029 too many at once, and where the machine could not do it now.
 */
export function createKeepFile({ db, clock, log, keys, scan }: Deps): (sent: SentFile) => Promise<KeptFile> {
  const semaphore = createSemaphore({ max: 3, waiting: 12 })
  return async (sent) => {
    const { purpose, customerId, guestId } = sent
    if (sent.size > maxBytes[purpose]) throw refuse('fileTooLarge', { maxBytes: maxBytes[purpose] })
    const { bytes, type } = await semaphore.run(async () => {
      await mustBeHarmless(sent, scan)
      return cleanFile(sent).catch((cause: unknown) => {
        if (!(cause instanceof MachineFault)) throw cause
        log.error({ cause: cause.message }, 'a file could not be made anew')
        throw refuse('tooMany', { retryAfterS: 5 })
      })
    })
    const at = clock.now()
    const file = { id: uuidV7(at), customerId, guestId, version: 1 }
    const { sealed, ...key } = keys.seal(bytes, boundOf(file))
    const sha256 = createHash('sha256').update(bytes).digest()
    const max = guestId === undefined ? maxFiles : maxGuestFiles
    const row = { ...file, purpose, type, size: bytes.length, sha256, key, sealed, at }
    const kept = await insertFile(db, row, { maxFiles: max, maxGuestBytes })
    if (!kept) throw refuse('openLimitReached', { limit: 'files', max })
    return { fileId: file.id, sha256: sha256.toString('hex'), type }
  }
}

const typesOf = (purpose: StoredPurpose): readonly string[] => (purpose === 'chat' ? chatFileTypes : fileTypes)

/** As it was sent, before anything of ours reads it: what is kept is written anew. */
async function mustBeHarmless({ purpose, source }: SentFile, scan: VirusScanner | undefined): Promise<void> {
  if (scan !== undefined && (await scan(source)) === 'infected')
    throw refuse('fileType', { types: typesOf(purpose), reason: 'infected' })
}

async function cleanFile({ purpose, source, head }: SentFile): Promise<{ bytes: Buffer; type: FileType }> {
  if (purpose === 'chat' && isPdf(head)) {
    const bytes = await cleanPdf(source)
    if (bytes === undefined) throw refuse('fileType', { types: chatFileTypes, reason: 'document' })
    return { bytes, type: 'application/pdf' }
  }
  const wish = wishes[purpose]
  const clean = await cleanImage(source, head, wish)
  if (typeof clean !== 'string') return { bytes: clean.bytes, type: wish.format === 'png' ? 'image/png' : 'image/jpeg' }
  throw refuse('fileType', {
    types: typesOf(purpose),
    reason: clean,
    ...(clean === 'tooSmall' && { minSide: wish.minSide }),
  })
}
