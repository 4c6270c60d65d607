/** Why a file is no picture that is kept. */
export type Unfit = 'type' | 'damaged' | 'tooManyPixels' | 'tooSmall'

/** Thrown while a file is inspected, before anything decodes it. */
export class UnfitImage extends Error {
  readonly reason: Unfit
  constructor(reason: Unfit) {
    super(reason)
    this.name = 'UnfitImage'
    this.reason = reason
  }
}

/** What the header of a file states, and the bytes that a decoder is given: written anew, without metadata. */
export type Inspected = {
  readonly width: number
  readonly height: number
  /** Colour channels, alpha included. */
  readonly components: 1 | 3 | 4
  /** Bits of a sample; more than eight for a few PNG and JPEG 2000 files. */
  readonly depth: number
  /** How the picture is turned, 1 to 8 as Exif counts. */
  readonly orientation: number
  readonly bytes: Buffer
}

const maxSide = 12_000
const maxPixels = 40_000_000
/** JPEG 2000 takes 21 bytes of memory a pixel to decode. */
const maxPixelsJp2 = 16_000_000

type Size = { width: number; height: number; components: number; jp2?: boolean }

/** Refuses sizes that must not reach a decoder. */
export function mustBeBounded({ width, height, components, jp2 = false }: Size): void {
  if (width < 1 || height < 1) throw new UnfitImage('damaged')
  if (width > maxSide || height > maxSide || width * height > (jp2 ? maxPixelsJp2 : maxPixels))
    throw new UnfitImage('tooManyPixels')
  if (components !== 1 && components !== 3 && components !== 4) throw new UnfitImage('type')
}
