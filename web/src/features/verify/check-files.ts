import { nobleCrypto } from '@evenhand/proofs/crypto-noble.ts'
import { readPublicKeys, type PublicKeys } from '@evenhand/proofs/public-keys.ts'
import { verifyHeads, type HeadsVerdict } from '@evenhand/proofs/verify-heads.ts'
import { checkAuditEntries } from './check-audit-entries.ts'
import { checkCollectible, checkContract, checkedHeads, checkLiabilities, checkReceipt } from './check-documents.ts'
import { checkLedger } from './check-ledger.ts'
import { checkTicks } from './check-ticks.ts'
import { blank, type CheckedFile, type FileKind } from './checked-file.ts'
import { isKeyFile } from './file-kind.ts'
import { kindOfFile, linesOf, textOf, Unread } from './open-file.ts'

export type ReadFile = { readonly name: string; readonly text: string }
export type CheckRequest = {
  readonly files: readonly File[]
  /** Files that waited for heads; they are checked again where heads come now. */
  readonly waiting: readonly File[]
  /** A key file that came earlier. */
  readonly keys: ReadFile | undefined
  /** Texts of heads that came earlier. */
  readonly heads: readonly string[]
}
/** The progress of a check. `done` and `all` are bytes. */
export type Report =
  | { readonly is: 'keys'; readonly keys: ReadFile }
  | { readonly is: 'heads'; readonly heads: readonly string[] }
  | { readonly is: 'progress'; readonly name: string; readonly done: number; readonly all: number }
  | { readonly is: 'result'; readonly result: CheckedFile; readonly file: File | undefined; readonly again: boolean }
export type CheckPort = {
  readonly report: (report: Report) => void
  /** The keys that this browser has kept, requested only where no file brings any; '' where there are none. */
  readonly keptKeys: () => Promise<string>
}

type Sorted = { readonly file: File; readonly kind: FileKind }
type Deps = {
  readonly keys: PublicKeys
  readonly kept: HeadsVerdict | undefined
  readonly onRead: (bytes: number) => void
}

const needsHeads = ({ kind }: Sorted): boolean => kind === 'acts' || kind === 'ledger'

/**
 * Checks files with the code of the command line, each when it is read, so that memory holds one. A key file among them is
 * what all are checked with, and heads are what exports are held against. Throws Unread with the reason where it cannot.
 */
export async function checkFiles(request: CheckRequest, { report, keptKeys }: CheckPort): Promise<void> {
  const sorted: Sorted[] = []
  const heads: ReadFile[] = []
  let brought: ReadFile | undefined
  for (const file of request.files) {
    const { kind, text } = await kindOfFile(file)
    if (text !== undefined && kind === 'unknown' && isKeyFile(text)) brought = { name: file.name, text }
    else if (text !== undefined && kind === 'heads') heads.push({ name: file.name, text })
    else sorted.push({ file, kind })
  }
  if (brought !== undefined) report({ is: 'keys', keys: brought })
  const keys = readPublicKeys((brought ?? request.keys)?.text ?? (await keptKeys()), nobleCrypto)
  if (keys === undefined) throw new Unread({ is: 'noKeys' })

  const waiting: Sorted[] = []
  if (heads.length > 0) for (const file of request.waiting) waiting.push({ file, kind: (await kindOfFile(file)).kind })
  const all = [...sorted, ...waiting].reduce((sum, { file }) => sum + file.size, 0)
  let done = 0
  const texts = heads.length > 0 ? heads.map(({ text }) => text) : request.heads
  const isWanted = heads.length > 0 || (texts.length > 0 && sorted.some(needsHeads))
  if (isWanted) report({ is: 'progress', name: heads.map(({ name }) => name).join(', '), done, all })
  const kept = isWanted ? verifyHeads(texts, keys) : undefined
  if (heads.length > 0 && kept !== undefined) {
    report({ is: 'heads', heads: texts })
    const names = heads.map(({ name }) => name)
    report({ is: 'result', result: checkedHeads(names, kept), file: undefined, again: false })
  }
  for (const one of [...sorted, ...waiting]) {
    const { file } = one
    const before = done
    const onRead = (bytes: number): void => {
      done += bytes
      report({ is: 'progress', name: file.name, done, all })
    }
    onRead(0)
    report({ is: 'result', result: await checkOne(one, { keys, kept, onRead }), file, again: waiting.includes(one) })
    done = before + file.size
  }
}

async function checkOne({ file, kind }: Sorted, { keys, kept, onRead }: Deps): Promise<CheckedFile> {
  const { name } = file
  if (kind === 'ledger') return checkLedger(name, await ledgerLines(file, onRead), { keys, kept })
  if (kind === 'receipt') return checkReceipt(name, await textOf(file), keys)
  if (kind === 'contract') return checkContract(name, await textOf(file), keys)
  if (kind === 'collectible') return checkCollectible(name, await textOf(file), keys)
  if (kind === 'liabilities') return checkLiabilities(name, await textOf(file), keys)
  if (kind === 'ticks') return checkTicks(name, await textOf(file), keys)
  if (kind === 'acts') return checkAuditEntries(name, await textOf(file), { keys, kept })
  return { ...blank, name, kind, state: 'none' }
}

/** An export is a run a line; a response that was saved with line breaks in it is one line of its own. */
async function ledgerLines(file: File, onRead: (bytes: number) => void): Promise<AsyncIterable<string> | string[]> {
  const { text } = await kindOfFile(file)
  const isWhole = (one: string): boolean => {
    try {
      return JSON.parse(one) !== undefined
    } catch {
      return false
    }
  }
  return text !== undefined && isWhole(text) ? [text] : linesOf(file, onRead)
}
