import { refusalCodes } from '@evenhand/protocol/codes.ts'
import { Refused } from '../problem.ts'

const longestSide = 2400
const qualities = [0.9, 0.75, 0.6]

/**
 * The picture as it may be sent: as it is while it has at most `maxBytes`, else drawn smaller, as a photograph of a phone
 * needs. Throws Refused fileTooLarge where this browser cannot draw it or it stays too large.
 */
export async function fitPicture(file: File, maxBytes: number): Promise<File> {
  if (file.size <= maxBytes) return file
  const tooLarge = new Refused('fileTooLarge', { code: refusalCodes.fileTooLarge, params: { maxBytes }, traceId: '' })
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
  if (picture === undefined) throw tooLarge
  try {
    const canvas = document.createElement('canvas')
    const shrink = Math.min(1, longestSide / Math.max(picture.width, picture.height))
    canvas.width = Math.max(1, Math.round(picture.width * shrink))
    canvas.height = Math.max(1, Math.round(picture.height * shrink))
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    for (const quality of qualities) {
      const drawn = await jpegOf(canvas, quality)
      if (drawn !== null && drawn.size <= maxBytes) return new File([drawn], 'picture.jpg', { type: 'image/jpeg' })
    }
  } finally {
    picture.close()
  }
  throw tooLarge
}

/** What a canvas shows as JPEG; null where the browser has no memory for it. */
export const jpegOf = (canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
