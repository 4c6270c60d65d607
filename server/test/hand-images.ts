import { createRequire } from 'node:module'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

// Pictures for tests, good and hostile, all made here.

const require = createRequire(import.meta.url)
type Encoder = {
  getDecodedBuffer(info: object): Uint8Array
  getEncodedBuffer(): Uint8Array
  encode(): void
  setQuality(lossless: boolean, rate: number): void
  setTileSize(size: object): void
}

/** A picture with a gradient and noise, so that it does not compress to nothing. */
function pixels(width: number, height: number, channels: number): Buffer {
  const out = Buffer.alloc(width * height * channels)
  for (let at = 0; at < out.length; at++) out[at] = (at * 31 + (at >> 7)) & 255
  return out
}

const drawn = (width: number, height: number): Sharp =>
  sharp(pixels(width, height, 3), { raw: { width, height, channels: 3 } })

export const jpeg = (width = 1200, height = 800): Promise<Buffer> => drawn(width, height).jpeg().toBuffer()
export const png = (width = 1200, height = 800): Promise<Buffer> => drawn(width, height).png().toBuffer()
export const webp = (): Promise<Buffer> => drawn(1200, 800).webp().toBuffer()

/** A JPEG whose first pixels are red and whose camera was turned by 90 degrees, taken at a known place. */
export const turnedWithPlace = (width = 1200, height = 800): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#0000ff' } })
    .composite([
      { input: { create: { width: width / 2, height, channels: 3, background: '#ff0000' } }, left: 0, top: 0 },
    ])
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Make: 'SECRETCAMERA' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .toBuffer()

const encoded = new Map<string, Promise<Buffer>>()

/** A JPEG 2000 codestream (.j2k), encoded once for each size. */
export async function j2k({ width = 1100, height = 900, components = 3 } = {}): Promise<Buffer> {
  const name = `${width} ${height} ${components}`
  const made = encoded.get(name) ?? encode({ width, height, components })
  encoded.set(name, made)
  return Buffer.from(await made)
}

async function encode({
  width,
  height,
  components,
}: Record<'width' | 'height' | 'components', number>): Promise<Buffer> {
  const open = require('@cornerstonejs/codec-openjpeg/wasmjs') as (
    of: object,
  ) => Promise<{ J2KEncoder: new () => Encoder }>
  const codec = await open({ print: () => {}, printErr: () => {} })
  const encoder = new codec.J2KEncoder()
  const info = {
    width,
    height,
    bitsPerSample: 8,
    componentCount: components,
    isSigned: false,
    isUsingColorTransform: false,
  }
  encoder.getDecodedBuffer(info).set(pixels(width, height, components))
  encoder.setQuality(true, 0)
  encoder.encode()
  return Buffer.from(encoder.getEncodedBuffer())
}

export const box = (name: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8, 0)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, body])
}

/** The same in the box format (.jp2). */
export async function jp2(of: Parameters<typeof j2k>[0] = {}): Promise<Buffer> {
  const { width = 1100, height = 900, components = 3 } = of
  const header = Buffer.alloc(14)
  header.writeUInt32BE(height, 0)
  header.writeUInt32BE(width, 4)
  header.writeUInt16BE(components, 8)
  header.set([7, 7, 0, 0], 10)
  const colour = Buffer.from([1, 0, 0, 0, 0, 0, components === 1 ? 17 : 16])
  return Buffer.concat([
    Buffer.from('0000000c6a5020200d0a870a', 'hex'),
    box('ftyp', Buffer.from('6a70322000000000', 'hex').fill('jp2 ', 8)),
    box('jp2h', Buffer.concat([box('ihdr', header), box('colr', colour)])),
    box('jp2c', await j2k(of)),
  ])
}

/** A codestream of some kilobytes that says it is 20 000 × 20 000. */
export async function floodJp2(): Promise<Buffer> {
  const file = await jp2({ width: 300, height: 60 })
  const size = file.indexOf(Buffer.from('ff4fff51', 'hex')) + 8
  for (const at of [0, 4, 16, 20]) file.writeUInt32BE(20_000, size + at)
  return file
}

/** A codestream with 32-bit numbers of its SIZ segment changed: 0, 1 size · 2, 3 offset · 4, 5 tile. */
export async function j2kWith(changes: Readonly<Record<number, number>>): Promise<Buffer> {
  const file = await j2k()
  for (const [index, value] of Object.entries(changes)) file.writeUInt32BE(value, 8 + 4 * Number(index))
  return file
}

/**
 * A codestream of 16 megapixels that is cut into blocks of 4 × 4 pixels and, where `precinct` is given, into precincts of
 * two to that power: a decoder prepares each of them first.
 */
export async function finelyCutJ2k({
  precinct,
  layers = 1,
}: { precinct?: number; layers?: number } = {}): Promise<Buffer> {
  const file = await j2kWith({ 0: 4000, 1: 4000, 4: 4000, 5: 4000 })
  const at = file.indexOf(Buffer.from('ff52', 'hex'))
  const end = at + 2 + file.readUInt16BE(at + 2)
  const coding = Buffer.from(file.subarray(at, end))
  const precincts = Buffer.alloc(precinct === undefined ? 0 : (coding[9] ?? 0) + 1, (precinct ?? 0) * 17)
  coding[4] = precinct === undefined ? 0 : 1
  coding.writeUInt16BE(layers, 6)
  coding.set([0, 0], 10)
  coding.writeUInt16BE(coding.length - 2 + precincts.length, 2)
  return Buffer.concat([file.subarray(0, at), coding, precincts, file.subarray(end)])
}

/** A codestream whose tile says that it is cut up otherwise than the main header says. */
export async function recutJ2k(): Promise<Buffer> {
  const file = await j2k()
  const at = file.indexOf(Buffer.from('ff52', 'hex'))
  const coding = file.subarray(at, at + 2 + file.readUInt16BE(at + 2))
  const tile = file.indexOf(Buffer.from('ff90', 'hex'))
  const length = file.readUInt32BE(tile + 6)
  const out = Buffer.concat([file.subarray(0, tile + 12), coding, file.subarray(tile + 12)])
  out.writeUInt32BE(length === 0 ? 0 : length + coding.length, tile + 6)
  return out
}

/** A codestream that says it has two channels. */
export async function twoChannelJ2k(): Promise<Buffer> {
  const file = await j2k()
  file.writeUInt16BE(2, 40)
  return file
}

/** A codestream whose second channel has half the size. */
export async function subsampledJ2k(): Promise<Buffer> {
  const file = await j2k()
  file.set([2, 2], 46)
  return file
}

export const chunk = (name: string, body: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body])
  const out = Buffer.alloc(8)
  out.writeUInt32BE(body.length, 0)
  out.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([out.subarray(0, 4), named, out.subarray(4)])
}
const pngStart = Buffer.from('89504e470d0a1a0a', 'hex')
const ihdr = (width: number, height: number, depth: number, colour: number): Buffer => {
  const body = Buffer.alloc(13)
  body.writeUInt32BE(width, 0)
  body.writeUInt32BE(height, 4)
  body.set([depth, colour, 0, 0, 0], 8)
  return chunk('IHDR', body)
}

/** A PNG of black pixels, one bit each: 20 000 × 20 000 of them are 50 kB. */
export const floodPng = (width = 20_000, height = 20_000): Buffer =>
  Buffer.concat([
    pngStart,
    ihdr(width, height, 1, 0),
    chunk('IDAT', deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])

/** A PNG whose header promises more rows than its data hold. */
export const shortPng = (): Buffer =>
  Buffer.concat([
    pngStart,
    ihdr(4000, 4000, 8, 2),
    chunk('IDAT', deflateSync(Buffer.alloc(12_001 * 10))),
    chunk('IEND', Buffer.alloc(0)),
  ])

/** An animation of ten thousand pictures. */
export async function apng(): Promise<Buffer> {
  const plain = await png()
  const control = Buffer.alloc(8)
  control.writeUInt32BE(10_000, 0)
  const frame = chunk('fcTL', Buffer.alloc(26))
  return Buffer.concat([
    plain.subarray(0, 33),
    chunk('acTL', control),
    plain.subarray(33, -12),
    ...Array.from({ length: 10_000 }, () => frame),
    plain.subarray(-12),
  ])
}

/** A PNG with a text chunk of some bytes. */
export async function pngWithText(text: string): Promise<Buffer> {
  const plain = await png()
  return Buffer.concat([
    plain.subarray(0, 33),
    chunk('tEXt', Buffer.from(`Comment\0${text}`, 'latin1')),
    plain.subarray(33),
  ])
}

/** A JPEG with a segment put behind its first two bytes. */
export const withSegment = (file: Buffer, marker: number, body: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([file.subarray(0, 2), head, body, file.subarray(2)])
}

/** A JPEG whose frame says another size. */
export async function floodJpeg(): Promise<Buffer> {
  const file = await jpeg()
  file.writeUInt32BE(0xff_ff_ff_ff, file.indexOf(Buffer.from('ffc0', 'hex')) + 5)
  return file
}

/** A photograph as telephones write it: megabytes of depth beside the picture, and a film behind it. */
export async function jpegOfTelephone(): Promise<Buffer> {
  let file = await jpeg()
  const part = Buffer.concat([
    Buffer.from('http://ns.adobe.com/xmp/extension/\0SECRETDEPTH', 'latin1'),
    Buffer.alloc(60_000, 9),
  ])
  for (let count = 0; count < 50; count++) file = withSegment(file, 0xe1, part)
  return Buffer.concat([file, Buffer.from('ftypmp42 SECRETFILM'), Buffer.alloc(500_000)])
}

/** A colour profile of 5 MB, in as many segments as it takes. */
export async function jpegWithProfile(): Promise<Buffer> {
  let file = await jpeg()
  const part = Buffer.concat([Buffer.from('ICC_PROFILE\0\u0001\u0050', 'latin1'), Buffer.alloc(65_000, 7)])
  for (let count = 0; count < 80; count++) file = withSegment(file, 0xe2, part)
  return file
}

/** A progressive JPEG whose last scan is drawn ten thousand times. */
export async function manyScans(): Promise<Buffer> {
  const file = await sharp(pixels(1200, 800, 3), { raw: { width: 1200, height: 800, channels: 3 } })
    .jpeg({ progressive: true })
    .toBuffer()
  const last = file.lastIndexOf(Buffer.from('ffda', 'hex'))
  const scan = file.subarray(last, -2).subarray(0, 300)
  return Buffer.concat([
    file.subarray(0, -2),
    ...Array.from({ length: 10_000 }, () => scan),
    Buffer.from('ffd9', 'hex'),
  ])
}
