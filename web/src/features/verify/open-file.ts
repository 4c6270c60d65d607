import type { FileKind } from './checked-file.ts'
import { beginsLedger, kindOf } from './file-kind.ts'

/** A file read at once holds three copies of itself in memory; a day of prices of an instrument has five megabytes. */
export const maxMegabytes = 20
/** An export of the ledger is read a run at a time, so only patience bounds it. */
export const maxLedgerMegabytes = 1000
const megabyte = 1_000_000
/** A line of an export has some megabytes; what never ends is none. */
const maxLineCharacters = 64 * megabyte

/** Why there is no result: a file too large or unreadable by its name, too many at once, or no keys to check with. */
export type Problem =
  | { readonly is: 'tooLarge'; readonly file: string; readonly max: number }
  | { readonly is: 'notRead'; readonly file: string }
  | { readonly is: 'tooMany' }
  | { readonly is: 'noKeys' }

/** Ends a check with a reason that is shown. */
export class Unread extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.is)
    this.problem = problem
  }
}

/** The whole text of a file. Refuses one of more than 20 MB, and one that cannot be read. */
export async function textOf(file: File): Promise<string> {
  if (file.size > maxMegabytes * megabyte) throw new Unread({ is: 'tooLarge', file: file.name, max: maxMegabytes })
  const text = await file.text().catch(() => undefined)
  if (text === undefined) throw new Unread({ is: 'notRead', file: file.name })
  return text.replace(/^\ufeff/, '')
}

/** What a file is. Of a larger one than can be read at once only an export of the ledger is taken, by how it begins. */
export async function kindOfFile(file: File): Promise<{ kind: FileKind; text: string | undefined }> {
  if (file.size <= maxMegabytes * megabyte) {
    const text = await textOf(file)
    return { kind: kindOf(text), text }
  }
  const begins = await file.slice(0, 4096).text()
  const max = beginsLedger(begins) ? maxLedgerMegabytes : maxMegabytes
  if (file.size > max * megabyte) throw new Unread({ is: 'tooLarge', file: file.name, max })
  return { kind: 'ledger', text: undefined }
}

/** The lines of a file as they are read, whatever its size; `onRead` is called with the bytes of each piece. */
export async function* linesOf(file: File, onRead: (bytes: number) => void): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const reader = file.stream().getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new Unread({ is: 'notRead', file: file.name })
    })
    if (done) break
    onRead(value.length)
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > maxLineCharacters) throw new Unread({ is: 'tooLarge', file: file.name, max: maxMegabytes })
    yield* lines
  }
  yield rest + decoder.decode()
}
