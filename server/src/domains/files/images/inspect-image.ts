import { inspectJp2 } from './inspect-jp2.ts'
import { inspectJpeg } from './inspect-jpeg.ts'
import { inspectPng } from './inspect-png.ts'
import { UnfitImage, type Inspected, type Unfit } from './inspected.ts'

export type ImageKind = 'jpeg' | 'png' | 'jp2'
/** Bytes of a file's beginning by which its format is recognized. */
export const magicLength = 12

const beginnings: readonly (readonly [ImageKind, string])[] = [
  ['jpeg', 'ffd8ff'],
  ['png', '89504e470d0a1a0a'],
  ['jp2', '0000000c6a5020200d0a870a'],
  ['jp2', 'ff4fff51'],
]

/** What a file is by its first bytes, whatever its name states; undefined where it is none of ours. */
export const kindOf = (beginning: Uint8Array): ImageKind | undefined => {
  const hex = Buffer.from(beginning.subarray(0, magicLength)).toString('hex')
  return beginnings.find(([, start]) => hex.startsWith(start))?.[0]
}

const inspectors = { jpeg: inspectJpeg, png: inspectPng, jp2: inspectJp2 }

/** Reads the structure of a picture without decoding it. Throws an UnfitImage for what is no picture within our bounds. */
export function inspectImage(file: Buffer): Inspected {
  const kind = kindOf(file)
  if (kind === undefined) throw new UnfitImage('type')
  try {
    return inspectors[kind](file)
  } catch (cause) {
    // A read past the end of the file.
    if (cause instanceof RangeError) throw new UnfitImage('damaged')
    throw cause
  }
}

/** As much of a file as `refusedByBeginning` is given; what cameras write before the size of a picture fits into it. */
export const beginningLength = 65_536

/**
 * Why a file is refused, where its beginning alone shows it: what its header demands of a decoder. It costs no process and a
 * thousandth of the time. Undefined where all of the file has to be read.
 */
export function refusedByBeginning(beginning: Buffer): Unfit | undefined {
  try {
    inspectImage(beginning)
  } catch (cause) {
    // Whatever ends early is damaged, as a beginning is.
    if (cause instanceof UnfitImage && cause.reason !== 'damaged') return cause.reason
  }
  return undefined
}
