import type { ChildProcess } from 'node:child_process'
import { read } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { MachineFault, outputOf, startBounded, watch, type Bounds, type Source, type Watch } from './bounded-process.ts'
import { beginningLength, kindOf, refusedByBeginning, type ImageKind } from './inspect-image.ts'
import type { Unfit } from './inspected.ts'

/** Ten seconds of work, whatever else the machine does meanwhile, and 700 MB for each process. */
const usual: Bounds = {
  program: join(import.meta.dirname, 'image-child.ts'),
  maxWorkMs: 10_000,
  maxMs: 30_000,
  maxKb: 700 * 1024,
}
const readAt = promisify(read)
/** What is kept is far smaller: 4096 pixels a side at most. */
const maxOutputBytes = 24 * 1024 * 1024

/** How a picture of a purpose is kept. */
export type Wish = { format: 'jpeg' | 'png'; minSide: number; maxSide: number }
export type Clean = { readonly bytes: Buffer; readonly width: number; readonly height: number }
/**
 * Draws a picture anew in processes that may do nothing else: without network of their own, files to write or our
 * environment, ended after ten seconds of work or above 700 MB. Returns why where it is no picture that is kept. Throws a
 * MachineFault where the machine could not do it.
 */
export const cleanImage = (source: Source, head: Uint8Array, wish: Wish): Promise<Clean | Unfit> =>
  cleanWithin(usual, { source, head, wish })

/** The same with other bounds, or with another program, which speaks as `image-child.ts` does. */
export async function cleanWithin(
  bounds: Bounds,
  { source, head, wish }: { source: Source; head: Uint8Array; wish: Wish },
): Promise<Clean | Unfit> {
  const kind = kindOf(head)
  if (kind === undefined) return 'type'
  const refused = refusedByBeginning(await beginningOf(source))
  if (refused !== undefined) return refused
  const text = JSON.stringify(wish)
  const watches: Watch[] = []
  const start = (work: 'file' | 'pixels' | 'plain', from: Source | 'pipe'): ChildProcess => {
    const started = startBounded(bounds.program, { args: [work, text], source: from, native: work !== 'pixels' })
    watches.push(watch(started, bounds))
    return started
  }
  try {
    const output = await (kind === 'jp2' ? drawInTwo(start, source) : outputOf(start('file', source), maxOutputBytes))
    const failures = await Promise.all(watches.map(({ failure }) => failure))
    // A smaller picture would have been done in time.
    if (watches.some((one) => one.hasEnded())) return 'tooManyPixels'
    // Also after a response began: the rest of it may be missing.
    const failed = failures.find((one) => one !== undefined)
    if (failed !== undefined) throw new MachineFault(failed)
    return resultOf(output)
  } finally {
    for (const one of watches) one.stop()
  }
}

/** Read by its offset in the file, so that its receiver reads it from its first byte. */
async function beginningOf(source: Source): Promise<Buffer> {
  if ('bytes' in source) return Buffer.from(source.bytes.subarray(0, beginningLength))
  const { buffer, bytesRead } = await readAt(source.fd, Buffer.alloc(beginningLength), 0, beginningLength, 0)
  return buffer.subarray(0, bytesRead)
}

type Start = (work: 'pixels' | 'plain', from: Source | 'pipe') => ChildProcess

/** JPEG 2000 is decoded by one process, in WebAssembly without any native code, and drawn by another once that succeeds. */
async function drawInTwo(start: Start, source: Source): Promise<Buffer> {
  const decoding = start('pixels', source)
  const first = await firstPart(decoding)
  if (first.length === 0 || isVerdict(first)) return first
  const drawing = start('plain', 'pipe')
  // A process that ends early closes its side; its output so far decides.
  drawing.stdin?.on('error', () => decoding.kill('SIGKILL'))
  drawing.stdin?.write(first)
  if (drawing.stdin !== null) decoding.stdout?.pipe(drawing.stdin)
  return outputOf(drawing, maxOutputBytes)
}

/** Whether a process reports why there is no picture, in place of one. */
const isVerdict = (first: Buffer): boolean => /^\{"(refused|failed)"/.test(first.toString('latin1', 0, 16))

/** The beginning of a process's output, or nothing where it ends without any. */
function firstPart({ stdout }: ChildProcess): Promise<Buffer> {
  return new Promise((resolve) => {
    stdout?.once('close', () => resolve(Buffer.alloc(0)))
    stdout?.once('data', (part: Buffer) => {
      stdout.pause()
      resolve(part)
    })
  })
}

type Head = { refused?: Unfit; failed?: string; width?: number; height?: number }

function resultOf(output: Buffer): Clean | Unfit {
  const end = output.indexOf(0x0a)
  if (end < 0) return 'damaged'
  const head = JSON.parse(output.toString('utf8', 0, end)) as Head
  if (head.failed !== undefined) throw new MachineFault(head.failed)
  const bytes = output.subarray(end + 1)
  if (head.refused !== undefined || head.width === undefined || head.height === undefined || bytes.length === 0)
    return head.refused ?? 'damaged'
  return { bytes, width: head.width, height: head.height }
}

export type { ImageKind, Source, Unfit }
