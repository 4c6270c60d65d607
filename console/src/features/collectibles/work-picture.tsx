import { cx } from '@evenhand/ui/cx.ts'
import { useWorkImage } from './collectibles-query.ts'

type PictureProps = { work: { readonly imageHash: string; readonly title: string }; className?: string }

/** The image of a work in a square that stands before it has come. */
export function WorkPicture({ work: { imageHash, title }, className }: PictureProps) {
  const address = useWorkImage(imageHash)
  const shape = cx('block aspect-square shrink-0 bg-sunken object-cover', className)
  return address === undefined ? (
    <span aria-hidden className={shape} />
  ) : (
    <img src={address} alt={title} width={1000} height={1000} className={shape} />
  )
}
