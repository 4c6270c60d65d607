import * as fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import * as fixture from '../../../../test/fixtures/images.ts'
import * as talking from '../../../../test/fixtures/metadata-images.ts'
import { ownMs } from '../../../../test/process-time.ts'
import { cleanImage, type Clean, type Unfit } from './clean-image.ts'
import { beginningLength, inspectImage, refusedByBeginning } from './inspect-image.ts'
import { UnfitImage } from './inspected.ts'

const wish = { format: 'jpeg', minSide: 1000, maxSide: 4096 } as const
const clean = (bytes: Buffer): Promise<Clean | Unfit> => cleanImage({ bytes }, bytes.subarray(0, 12), wish)

async function kept(file: Buffer): Promise<Clean> {
  const drawn = await clean(file)
  if (typeof drawn === 'string') throw new Error(`refused: ${drawn}`)
  return drawn
}

/** The markers of a JPEG's segments up to its first scan. */
function segmentsOf(file: Buffer): string[] {
  const found: string[] = []
  for (let at = 2; at + 4 <= file.length && found.at(-1) !== 'da'; at += 2 + file.readUInt16BE(at + 2))
    found.push(file.toString('hex', at + 1, at + 2))
  return found
}

describe('a picture is kept, whatever it is written in', () => {
  test.each([
    ['JPEG', () => fixture.jpeg(), 1200, 800],
    ['PNG', () => fixture.png(), 1200, 800],
    ['JPEG 2000 in boxes', () => fixture.jp2(), 1100, 900],
    ['a bare JPEG 2000 codestream', () => fixture.j2k(), 1100, 900],
    ['grey JPEG 2000', () => fixture.j2k({ components: 1 }), 1100, 900],
    ['a large JPEG, smaller', () => fixture.jpeg(6000, 3000), 4096, 2048],
  ])('%s', async (_, make, width, height) => {
    const drawn = await kept(await make())
    expect([drawn.width, drawn.height]).toEqual([width, height])
    const seen = await sharp(drawn.bytes).metadata()
    expect(seen).toMatchObject({ format: 'jpeg', width, height, space: 'srgb' })
    expect([seen.exif, seen.icc, seen.xmp, seen.iptc, seen.orientation]).toEqual(Array(5).fill(undefined))
  })

  test('turned as the camera was held, and without any data of camera or location', async () => {
    const file = await fixture.rotatedWithLocation()
    expect(file.includes('SECRETCAMERA')).toBe(true)
    const { bytes, width, height } = await kept(file)
    expect([width, height]).toEqual([800, 1200])
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number): 'red' | 'blue' => ((data[(y * info.width + x) * 3] ?? 0) > 128 ? 'red' : 'blue')
    expect([at(400, 100), at(400, 1100)]).toEqual(['red', 'blue'])
    for (const marker of ['SECRETCAMERA', 'Exif', 'GPS']) expect(bytes.includes(marker)).toBe(false)
  })

  test('as telephones write it, without depth and film', async () => {
    const { bytes, width } = await kept(await fixture.jpegOfTelephone())
    expect(width).toBe(1200)
    for (const marker of ['SECRETDEPTH', 'SECRETFILM']) expect(bytes.includes(marker)).toBe(false)
  })

  test.each([
    ['JPEG', () => talking.talkingJpeg('SECRETTOLD')],
    ['PNG', () => talking.talkingPng('SECRETTOLD')],
    ['JPEG 2000', () => talking.talkingJp2('SECRETTOLD')],
  ])('a %s with every kind of metadata is kept as a picture and nothing else', async (_, make) => {
    const file = await make()
    expect(file.includes('SECRETTOLD')).toBe(true)
    const { bytes } = await kept(file)
    // Tables, frame and scan: no comment and no application data at all.
    expect(segmentsOf(bytes)).toEqual(['db', 'db', 'c0', 'c4', 'c4', 'c4', 'c4', 'da'])
    expect(bytes.subarray(-2).toString('hex')).toBe('ffd9')
  })

  test('what is hidden beside the picture is left behind', async () => {
    const page = '<script>alert(1)</script>'
    const files = [
      fixture.withSegment(await fixture.jpeg(), 0xfe, Buffer.from(page)),
      fixture.withSegment(await fixture.jpeg(), 0xe1, Buffer.from(`Exif\0\0${page}`)),
      fixture.withSegment(await fixture.jpeg(), 0xfe, Buffer.from(`%PDF-1.4 ${page}`)),
      Buffer.concat([await fixture.jpeg(), Buffer.from(`PK\u0003\u0004${page}`)]),
      Buffer.concat([await fixture.png(), Buffer.from(page)]),
      await fixture.pngWithText(page),
    ]
    for (const file of files) {
      const { bytes } = await kept(file)
      for (const marker of ['script', '%PDF', 'PK\u0003']) expect(bytes.includes(marker)).toBe(false)
    }
  })
})

const hostile: [string, () => Buffer | Promise<Buffer>, Unfit][] = [
  ['a JPEG 2000 of some kilobytes that claims 20 000 × 20 000', fixture.floodJp2, 'tooManyPixels'],
  ['a JPEG 2000 of a million tiles', () => fixture.j2kWith({ 4: 1, 5: 1 }), 'tooManyPixels'],
  ['a JPEG 2000 with an empty tile', () => fixture.j2kWith({ 4: 0 }), 'damaged'],
  ['a JPEG 2000 that begins far away', () => fixture.j2kWith({ 2: 4_000_000_000 }), 'damaged'],
  ['a JPEG 2000 with half channels', fixture.subsampledJ2k, 'type'],
  ['a JPEG 2000 with two channels', fixture.twoChannelJ2k, 'type'],
  ['a JPEG 2000 cut into millions of blocks', () => fixture.finelyCutJ2k(), 'tooManyPixels'],
  ['a JPEG 2000 cut into millions of precincts', () => fixture.finelyCutJ2k({ precinct: 1 }), 'tooManyPixels'],
  ['one of 65 535 layers', () => fixture.finelyCutJ2k({ precinct: 2, layers: 65_535 }), 'tooManyPixels'],
  ['a JPEG 2000 whose tile is cut otherwise', fixture.recutJ2k, 'type'],
  ['half a JPEG 2000', async () => (await fixture.jp2()).subarray(0, 20_000), 'damaged'],
  ['a PNG of 400 million pixels', () => fixture.floodPng(), 'tooManyPixels'],
  ['a PNG as wide as a street', () => fixture.floodPng(60_000, 10), 'tooManyPixels'],
  ['a PNG with fewer rows than it claims', fixture.shortPng, 'damaged'],
  ['half a PNG', async () => (await fixture.png()).subarray(0, 50_000), 'damaged'],
  ['an animation of ten thousand pictures', fixture.apng, 'type'],
  ['a JPEG of four thousand million pixels', fixture.floodJpeg, 'tooManyPixels'],
  ['half a JPEG', async () => (await fixture.jpeg()).subarray(0, 50_000), 'damaged'],
  ['a JPEG with a profile of 5 MB', fixture.jpegWithProfile, 'damaged'],
  ['a JPEG of ten thousand scans', fixture.manyScans, 'damaged'],
  ['a GIF that is a script', () => Buffer.from('GIF89a/*\u0001\u0000*/=1;alert(1)'), 'type'],
  ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'type'],
  ['a PDF', () => Buffer.from('%PDF-1.7\n'), 'type'],
  ['a WebP', fixture.webp, 'type'],
  ['nothing', () => Buffer.alloc(0), 'type'],
  ['the beginning of a JPEG', () => Buffer.from('ffd8ff', 'hex'), 'damaged'],
  ['the beginning of a PNG', () => Buffer.from('89504e470d0a1a0a', 'hex'), 'damaged'],
  ['a picture too small to read', () => fixture.jpeg(900, 600), 'tooSmall'],
]

describe('a hostile file is refused within a second', () => {
  test.each(hostile)('%s', async (_, make, reason) => {
    const file = await make()
    const before = process.memoryUsage.rss()
    let outcome: Clean | Unfit | undefined
    // A second of its own: what a busy machine does for others meanwhile makes no file worse.
    expect(await ownMs(async () => void (outcome = await clean(file)))).toBeLessThan(1000)
    expect(outcome).toBe(reason)
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024)
  })
})

describe('what a header demands is refused by the beginning of the file, without a process', () => {
  test.each(hostile.filter(([, , reason]) => reason === 'tooManyPixels'))('%s', async (_, make, reason) => {
    expect(refusedByBeginning((await make()).subarray(0, beginningLength))).toBe(reason)
  })

  test.each([
    ['JPEG', () => fixture.jpeg(4000, 3000)],
    ['JPEG of a telephone', fixture.jpegOfTelephone],
    ['PNG', () => fixture.png(3000, 2000)],
    ['JPEG 2000 in boxes', () => fixture.jp2()],
    ['bare JPEG 2000 codestream', () => fixture.j2k()],
  ])('and the beginning of a good %s is not', async (_, make) => {
    const file = await make()
    expect(file.length).toBeGreaterThan(beginningLength)
    for (const length of [12, 100, 1000, beginningLength])
      expect(refusedByBeginning(file.subarray(0, length))).toBeUndefined()
  })
})

test('no file of any content is read beyond its end, or decoded beyond the bounds', async () => {
  const seeds = await Promise.all([fixture.jpeg(64, 48), fixture.png(64, 48), fixture.jp2({ width: 64, height: 48 })])
  const changes = fc.array(fc.tuple(fc.nat(4000), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(fc.constantFrom(...seeds), changes, fc.nat(6000), (seed, edits, end) => {
      const file = Buffer.from(seed.subarray(0, end > 5000 ? seed.length : end + 12))
      for (const [at, value] of edits) if (at < file.length) file[at] = value
      try {
        const { width, height, bytes } = inspectImage(file)
        expect(width * height).toBeLessThanOrEqual(40_000_000)
        expect(bytes.length).toBeLessThanOrEqual(file.length + 2)
      } catch (cause) {
        expect(cause).toBeInstanceOf(UnfitImage)
      }
    }),
    { numRuns: 3000 },
  )
})
