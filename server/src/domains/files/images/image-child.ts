import { argv, exit, stdin, stdout } from 'node:process'
import { drawImage, type Plain } from './draw-image.ts'
import { inspectImage } from './inspect-image.ts'
import { UnfitImage } from './inspected.ts'
import { pixelsOfJp2 } from './pixels-of-jp2.ts'

// Runs in a process of its own, which reads a picture on its standard input, may touch no file but its own code, and is
// ended by time or memory. `pixels`: JPEG 2000 to plain pixels. `file`: JPEG or PNG to what is kept. `plain`: pixels to it.

const [, , work = '', shape = '{}'] = argv
const wish = JSON.parse(shape) as { format: 'jpeg' | 'png'; minSide: number; maxSide: number }

/** A first line of JSON, then bytes. */
async function response(head: object, bytes?: Uint8Array): Promise<void> {
  const write = (part: string | Uint8Array): Promise<void> =>
    new Promise((done) => void stdout.write(part, () => done()))
  await write(`${JSON.stringify(head)}\n`)
  if (bytes !== undefined) await write(bytes)
}

function mustBeLarge({ width, height }: { width: number; height: number }): void {
  if (Math.max(width, height) < wish.minSide) throw new UnfitImage('tooSmall')
}

async function readAll(): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stdin) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

async function run(): Promise<void> {
  const input = await readAll()
  if (work === 'plain') {
    const end = input.indexOf(0x0a)
    const plain = JSON.parse(input.toString('utf8', 0, end)) as Plain & { refused?: string }
    // What the process before this one has refused.
    if (plain.refused !== undefined) return response(plain)
    const drawn = await drawImage({ ...wish, plain, bytes: input.subarray(end + 1) })
    return response(drawn.size, drawn.bytes)
  }
  const seen = inspectImage(input)
  mustBeLarge(seen)
  if (work === 'pixels') {
    const { width, height, components, bytes } = await pixelsOfJp2(seen)
    return response({ width, height, components }, bytes)
  }
  const drawn = await drawImage({ ...wish, seen, bytes: seen.bytes })
  return response(drawn.size, drawn.bytes)
}

/** Memory that the machine did not give is no fault of the picture. */
function verdictOf(cause: unknown): object {
  if (cause instanceof UnfitImage) return { refused: cause.reason }
  const isMemory =
    cause instanceof Error && /out of memory|could not allocate|allocation failed|ENOMEM/i.test(cause.message)
  return isMemory ? { failed: 'out of memory' } : { refused: 'damaged' }
}

try {
  await run()
} catch (cause) {
  await response(verdictOf(cause))
}
exit(0)
