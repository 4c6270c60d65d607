import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

const [width, height] = [1100, 704]

/**
 * A picture such as customers take, as PNG: sixteen grey stripes by chance, so that no two are the same. No browser makes
 * it: a busy one at times takes no screenshot of a page that is just there.
 */
export function picture(): Buffer<ArrayBuffer> {
  const row = (grey: number): Buffer => Buffer.concat([Buffer.of(0), Buffer.alloc(width, grey)])
  const stripe = (grey: number): Buffer[] => Array.from({ length: height / 16 }, () => row(grey))
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits of grey.
  header[8] = 8
  const pixels = Buffer.concat([...randomBytes(16)].flatMap(stripe))
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(pixels)), chunk('IEND')])
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const around = Buffer.alloc(8)
  around.writeUInt32BE(data.length, 0)
  around.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)])
}
