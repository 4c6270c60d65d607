import { join } from 'node:path'
import { MachineFault, outputOf, startBounded, watch, type Source } from '../images/bounded-process.ts'

const bounds = { maxWorkMs: 10_000, maxMs: 30_000, maxKb: 700 * 1024 }
/** Bytes of the new document: without compressed lists of objects it may be larger than what was sent. */
const maxOutputBytes = 6 * 1024 * 1024
/** Readers allow the mark within the first kilobyte; we require it at the start, so that no file is two kinds. */
const beginning = Buffer.from('%PDF-')

/** Whether a file is a PDF by its first bytes, whatever its name states. */
export const isPdf = (head: Uint8Array): boolean => beginning.equals(head.subarray(0, beginning.length))

/** Builds a PDF anew in a process that may do nothing else; undefined where it is none that can be read. Throws a MachineFault where the machine could not do it. */
export async function cleanPdf(source: Source): Promise<Buffer | undefined> {
  const started = startBounded(join(import.meta.dirname, 'pdf-child.ts'), { args: [], source, native: false })
  const watching = watch(started, bounds)
  try {
    const built = await outputOf(started, maxOutputBytes)
    const failed = await watching.failure
    if (failed !== undefined && !watching.hasEnded()) throw new MachineFault(failed)
    return watching.hasEnded() || !isPdf(built) ? undefined : built
  } finally {
    watching.stop()
  }
}
