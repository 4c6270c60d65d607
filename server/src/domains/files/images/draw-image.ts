import type { Sharp, SharpOptions } from 'sharp'
import { UnfitImage, type Inspected } from './inspected.ts'

/** Pixels that were decoded elsewhere, row by row. */
export type Plain = { width: number; height: number; components: 1 | 3 | 4 }
type Params = {
  bytes: Buffer
  /** What is kept: photographs as JPEG on white, signatures as PNG with what is transparent. */
  format: 'jpeg' | 'png'
  /** The longest side of what is kept. */
  maxSide: number
  seen?: Inspected
  plain?: Plain
}

/** Decodes a picture that was inspected, or takes its pixels, and writes it anew: turned upright, in sRGB, with no metadata. */
export async function drawImage(params: Params): Promise<{ bytes: Buffer; size: { width: number; height: number } }> {
  const { seen, plain, bytes } = params
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  const raw = plain && { width: plain.width, height: plain.height, channels: plain.components }
  const options: SharpOptions = {
    failOn: 'error',
    limitInputPixels: 40_000_000,
    sequentialRead: true,
    ...(raw && { raw }),
  }
  let image: Sharp = sharp(bytes, options)
  if (seen !== undefined) {
    const found = await image.metadata()
    if (found.width !== seen.width || found.height !== seen.height) throw new UnfitImage('damaged')
    image = sharp(bytes, options)
  }
  image = turned(image, seen?.orientation ?? 1).toColourspace('srgb')
  image = image.resize({ width: params.maxSide, height: params.maxSide, fit: 'inside', withoutEnlargement: true })
  const written =
    params.format === 'png'
      ? image.png({ compressionLevel: 8 })
      : image.flatten({ background: '#ffffff' }).jpeg({ quality: 86, chromaSubsampling: '4:4:4' })
  const { data, info } = await written.toBuffer({ resolveWithObject: true })
  mustBeWhole(info, { ...(plain ?? seen), maxSide: params.maxSide, turned: (seen?.orientation ?? 1) >= 5 })
  return { bytes: data, size: { width: info.width, height: info.height } }
}

/** Exif's eight ways to hold a camera. */
function turned(image: Sharp, orientation: number): Sharp {
  const mirrored = [2, 4, 5, 7].includes(orientation)
  const degrees = ({ 3: 180, 4: 180, 5: 270, 6: 90, 7: 90, 8: 270 } as Record<number, number>)[orientation] ?? 0
  const flopped = mirrored ? image.flop() : image
  return degrees === 0 ? flopped : flopped.rotate(degrees)
}

type Expected = { width?: number; height?: number; maxSide: number; turned: boolean }

/** What came out must have the shape of what the header promised, but for the smaller size. */
function mustBeWhole(info: { width: number; height: number }, { width = 0, height = 0, ...params }: Expected): void {
  const [wide, high] = params.turned ? [height, width] : [width, height]
  const scale = Math.min(1, params.maxSide / Math.max(wide, high))
  const off = Math.max(Math.abs(info.width - wide * scale), Math.abs(info.height - high * scale))
  if (!(off <= 1)) throw new UnfitImage('damaged')
}
