import { mustBeBounded, UnfitImage, type Inspected } from './inspected.ts'

const maxTags = 200

/** How a camera states that its picture is turned (Exif 2.3, tag 0x0112): 1 to 8, and 1 where it has no readable value. */
function exifOrientation(segment: Buffer): number {
  if (segment.length < 20 || segment.subarray(0, 6).toString('latin1') !== 'Exif\0\0') return 1
  const tiff = segment.subarray(6)
  const order = tiff.subarray(0, 2).toString('latin1')
  if (order !== 'II' && order !== 'MM') return 1
  const short = (at: number): number => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const start = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (start + 2 > tiff.length) return 1
  const count = Math.min(short(start), maxTags)
  for (let entry = start + 2; entry < start + 2 + count * 12 && entry + 12 <= tiff.length; entry += 12) {
    if (short(entry) !== 0x01_12) continue
    const value = short(entry + 8)
    return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}

/** Scans that a picture is drawn in; progressive ones of cameras and browsers have about ten, and each costs a pass. */
const maxScans = 32
/**
 * What pictures carry beside themselves. None of it is kept or reaches a decoder; files that are made of it are refused.
 * Telephones put depth and brightness into a few megabytes of it; colour profiles are small.
 */
const maxMetadata = 16_000_000
const maxProfile = 1_000_000

const damaged = (): UnfitImage => new UnfitImage('damaged')

type Walk = {
  parts: Buffer[]
  frame: { width: number; height: number; components: 1 | 3 | 4 } | undefined
  scans: number
  metadata: number
  profile: number
  orientation: number
}

/**
 * Reads the segments of a JPEG file (ITU T.81, annex B) and writes it anew without application data and comments, up to
 * its end; what follows the end is left behind. Refuses lossless and arithmetic coding, more than one frame, too many
 * scans, and a file that ends early.
 */
export function inspectJpeg(file: Buffer): Inspected {
  const walk: Walk = {
    parts: [file.subarray(0, 2)],
    frame: undefined,
    scans: 0,
    metadata: 0,
    profile: 0,
    orientation: 1,
  }
  let at = 2
  for (;;) {
    const { marker, start } = markerAt(file, at)
    if (marker === 0xd9) break
    if (start + 2 > file.length) throw damaged()
    const length = file.readUInt16BE(start)
    const end = start + length
    if (length < 2 || end > file.length) throw damaged()
    const body = file.subarray(start + 2, end)
    const kept = readSegment(walk, marker, body)
    at = marker === 0xda ? scanEnd(file, end) : end
    if (kept) walk.parts.push(Buffer.from([0xff, marker]), file.subarray(start, at))
  }
  if (walk.frame === undefined || walk.scans === 0) throw damaged()
  walk.parts.push(Buffer.from([0xff, 0xd9]))
  return { ...walk.frame, depth: 8, orientation: walk.orientation, bytes: Buffer.concat(walk.parts) }
}

/** The next marker, past fill bytes; `start` is where its length stands. */
function markerAt(file: Buffer, from: number): { marker: number; start: number } {
  if (file[from] !== 0xff) throw damaged()
  let at = from
  while (file[at] === 0xff) at += 1
  const marker = file[at]
  // Restart markers and stuffed zeros stand within scans alone.
  if (marker === undefined || marker === 0 || (marker >= 0xd0 && marker <= 0xd8)) throw damaged()
  return { marker, start: at + 1 }
}

/** Notes what a segment states; returns whether a decoder needs it. */
function readSegment(walk: Walk, marker: number, body: Buffer): boolean {
  if (marker === 0xc4 || marker === 0xdb || marker === 0xdd) return true
  if (marker === 0xda) {
    walk.scans += 1
    if (walk.frame === undefined || walk.scans > maxScans) throw damaged()
    return true
  }
  if (marker >= 0xc0 && marker <= 0xcf) {
    readFrame(walk, marker, body)
    return true
  }
  if ((marker < 0xe0 || marker > 0xef) && marker !== 0xfe) throw damaged()
  walk.metadata += body.length
  if (marker === 0xe2 && body.subarray(0, 11).toString('latin1') === 'ICC_PROFILE') walk.profile += body.length
  if (walk.metadata > maxMetadata || walk.profile > maxProfile) throw damaged()
  if (marker === 0xe1 && walk.orientation === 1) walk.orientation = exifOrientation(body)
  // How four channels are stored stands in Adobe's segment and nowhere else.
  return marker === 0xee && body.length === 12 && body.subarray(0, 5).toString('latin1') === 'Adobe'
}

function readFrame(walk: Walk, marker: number, body: Buffer): void {
  // Baseline, extended and progressive Huffman coding; what no camera writes is refused.
  if (marker > 0xc2) throw new UnfitImage('type')
  const components = body[5]
  if (walk.frame !== undefined || body.length < 6 || components === undefined || body.length !== 6 + 3 * components)
    throw damaged()
  if (body[0] !== 8) throw new UnfitImage('type')
  const size = { height: body.readUInt16BE(1), width: body.readUInt16BE(3), components }
  mustBeBounded(size)
  walk.frame = { ...size, components: components as 1 | 3 | 4 }
}

/** Where the coded data of a scan ends: at the next marker that is neither a stuffed zero nor a restart. */
function scanEnd(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1]
    if (next === undefined) break
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  throw damaged()
}
