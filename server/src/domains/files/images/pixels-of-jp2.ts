import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { UnfitImage, type Inspected } from './inspected.ts'

type Decoder = {
  getEncodedBuffer(length: number): Uint8Array
  decode(): void
  getFrameInfo(): { width: number; height: number; componentCount: number; bitsPerSample: number }
  getDecodedBuffer(): Uint8Array
}
type Codec = { J2KDecoder: new () => Decoder }

const require = createRequire(import.meta.url)

/**
 * The pixels of a JPEG 2000 codestream, eight bits a sample. The decoder never throws: it returns a picture of width 0, or
 * of another size than its header states, and either is refused.
 */
export async function pixelsOfJp2(
  seen: Inspected,
): Promise<Pick<Inspected, 'width' | 'height' | 'components' | 'bytes'>> {
  const open = require('@cornerstonejs/codec-openjpeg/decodewasmjs') as (params: object) => Promise<Codec>
  const codec = await open({
    wasmBinary: readFileSync(require.resolve('@cornerstonejs/codec-openjpeg/decodewasm')),
    print: () => {},
    printErr: () => {},
  })
  const decoder = new codec.J2KDecoder()
  decoder.getEncodedBuffer(seen.bytes.length).set(seen.bytes)
  decoder.decode()
  const { width, height, componentCount, bitsPerSample } = decoder.getFrameInfo()
  const decoded = decoder.getDecodedBuffer()
  const samples = seen.width * seen.height * seen.components
  const sampleBytes = seen.depth > 8 ? 2 : 1
  if (
    width !== seen.width ||
    height !== seen.height ||
    componentCount !== seen.components ||
    bitsPerSample !== seen.depth ||
    decoded.length !== samples * sampleBytes
  )
    throw new UnfitImage('damaged')
  return { width, height, components: seen.components, bytes: eightBits(Buffer.from(decoded), seen.depth) }
}

function eightBits(decoded: Buffer, depth: number): Buffer {
  if (depth === 8) return decoded
  const length = depth > 8 ? decoded.length / 2 : decoded.length
  const top = 2 ** depth - 1
  const out = Buffer.alloc(length)
  for (let at = 0; at < length; at++) {
    const sample = depth > 8 ? decoded.readUInt16LE(at * 2) : (decoded[at] ?? 0)
    out[at] = Math.min(255, Math.round((sample * 255) / top))
  }
  return out
}
