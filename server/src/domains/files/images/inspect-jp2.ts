import { mustBeCutPlainly, mustNotRecut } from './inspect-jp2-coding.ts'
import { mustBeBounded, UnfitImage, type Inspected } from './inspected.ts'

const maxTiles = 4096
const maxBoxes = 64
const damaged = (): UnfitImage => new UnfitImage('damaged')

/**
 * Reads a JPEG 2000 file (ITU T.800), bare or in its box format, and returns its codestream alone. Refuses what decoders
 * have been broken by: channels of another size than the picture, thousands of tiles, a stream that ends early.
 */
export function inspectJp2(file: Buffer): Inspected {
  const { stream, isWhole } = file.readUInt32BE(0) === 0xff_4f_ff_51 ? { stream: file, isWhole: true } : streamIn(file)
  const size = readSize(stream)
  mustBeCutPlainly(stream, size)
  if (!isWhole) throw damaged()
  mustEndWhole(stream)
  return { ...size, orientation: 1, bytes: stream }
}

/** The codestream of the box format (annex I); colours that are not grey or sRGB are refused, as are palettes. */
function streamIn(file: Buffer): { stream: Buffer; isWhole: boolean } {
  let at = 0
  for (let count = 0; count < maxBoxes && at + 8 <= file.length; count++) {
    const { name, body, end } = boxAt(file, at)
    const isWhole = end <= file.length
    if (name === 'jp2c') {
      if (body.length < 12 || body.readUInt32BE(0) !== 0xff_4f_ff_51) throw damaged()
      // What its header demands of a decoder is reported even for one that ends early.
      return { stream: body, isWhole }
    }
    if (!isWhole) throw damaged()
    if (name === 'jp2h') mustBePlain(body)
    at = end
  }
  throw damaged()
}

function boxAt(file: Buffer, at: number): { name: string; body: Buffer; end: number } {
  const name = file.toString('latin1', at + 4, at + 8)
  const length = file.readUInt32BE(at)
  // 0 stands for "to the end", 1 for a length of eight bytes, which no file of ours needs.
  const end = length === 0 ? file.length : at + length
  if (length === 1 || (length !== 0 && length < 8)) throw damaged()
  return { name, body: file.subarray(at + 8, end), end }
}

function mustBePlain(header: Buffer): void {
  let at = 0
  for (let count = 0; count < maxBoxes && at + 8 <= header.length; count++) {
    const { name, body, end } = boxAt(header, at)
    if (end > header.length) throw damaged()
    if (name === 'pclr' || name === 'cmap') throw new UnfitImage('type')
    // An enumerated colour space: 16 sRGB, 17 grey.
    if (name === 'colr' && body[0] === 1 && (body.length < 7 || ![16, 17].includes(body.readUInt32BE(3))))
      throw new UnfitImage('type')
    at = end
  }
}

function readSize(stream: Buffer): Pick<Inspected, 'width' | 'height' | 'components' | 'depth'> {
  if (stream.length < 45) throw damaged()
  const at = (index: number): number => stream.readUInt32BE(8 + index * 4)
  const [x1, y1, x0, y0] = [at(0), at(1), at(2), at(3)]
  const [tileWidth, tileHeight, tileX, tileY] = [at(4), at(5), at(6), at(7)]
  const components = stream.readUInt16BE(40)
  if (x1 <= x0 || y1 <= y0 || tileX > x0 || tileY > y0) throw damaged()
  const size = { width: x1 - x0, height: y1 - y0, components }
  mustBeBounded({ ...size, jp2: true })
  if (x1 > 4 * size.width || y1 > 4 * size.height) throw new UnfitImage('type')
  if (tileWidth === 0 || tileHeight === 0) throw damaged()
  if (Math.ceil((x1 - tileX) / tileWidth) * Math.ceil((y1 - tileY) / tileHeight) > maxTiles)
    throw new UnfitImage('tooManyPixels')
  if (stream.readUInt16BE(4) !== 38 + 3 * components || stream.length < 42 + 3 * components) throw damaged()
  const channels = Array.from({ length: components }, (_, index) => stream.subarray(42 + 3 * index, 45 + 3 * index))
  const precision = channels[0]?.[0] ?? 255
  // Unsigned, of one depth, and none of them at less than the full size.
  if (precision > 15 || channels.some((one) => one[0] !== precision || one[1] !== 1 || one[2] !== 1))
    throw new UnfitImage('type')
  return { ...size, components: components as 1 | 3 | 4, depth: precision + 1 }
}

/** Walks the tile parts by their lengths to the end of the stream; a decoder would draw half a picture and report nothing. */
function mustEndWhole(stream: Buffer): void {
  let at = 2
  while (stream.readUInt16BE(at) !== 0xff_90) {
    at += 2 + stream.readUInt16BE(at + 2)
    if (at + 12 > stream.length) throw damaged()
  }
  for (let parts = 0; parts <= maxTiles * 32; parts++) {
    if (at + 2 > stream.length) throw damaged()
    const marker = stream.readUInt16BE(at)
    if (marker === 0xff_d9) return
    if (marker !== 0xff_90 || at + 12 > stream.length) throw damaged()
    mustNotRecut(stream, at + 12)
    const length = stream.readUInt32BE(at + 6)
    if (length === 0) {
      if (stream.readUInt16BE(stream.length - 2) !== 0xff_d9) throw damaged()
      return
    }
    if (length < 14) throw damaged()
    at += length
  }
  throw damaged()
}
