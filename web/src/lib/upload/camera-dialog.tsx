import { Button } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { cx } from '@evenhand/ui/cx.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { jpegOf } from './fit-picture.ts'

/** The camera of a phone: the rear one, or the front one. */
export type Facing = 'environment' | 'user'

type CameraProps = {
  open: boolean
  facing: Facing
  /** Shows where a document should lie. */
  frame: boolean
  onClose: () => void
  /** There is no camera, or it was not allowed. */
  onRefused: () => void
  onPhoto: (file: File) => void
}

/** What the camera of this computer sees, and a button that takes a photograph of it. */
export function CameraDialog({ open, facing, frame, onClose, onRefused, onPhoto }: CameraProps) {
  const t = useTranslations('upload')
  const common = useTranslations('common')
  return (
    <Dialog open={open} onClose={onClose} title={t('photo')} closeLabel={common('close')}>
      <Camera facing={facing} frame={frame} onRefused={onRefused} onPhoto={onPhoto} />
    </Dialog>
  )
}

function Camera({
  facing,
  frame,
  onRefused,
  onPhoto,
}: Pick<CameraProps, 'facing' | 'frame' | 'onRefused' | 'onPhoto'>) {
  const t = useTranslations('upload')
  const video = useRef<HTMLVideoElement>(null)
  const [ready, setReady] = useState(false)
  const refused = useRef(onRefused)
  useEffect(() => {
    refused.current = onRefused
  })
  useEffect(() => {
    let stream: MediaStream | undefined
    let shown = true
    const show = async () => {
      stream = await openCamera(facing, () => shown)
      if (!shown || !video.current) return stop(stream)
      video.current.srcObject = stream
      await video.current.play()
      setReady(true)
    }
    show().catch(() => void (shown && refused.current()))
    return () => {
      shown = false
      if (stream) stop(stream)
    }
  }, [facing])
  const shoot = async () => {
    const seen = video.current
    if (!seen) return
    const canvas = document.createElement('canvas')
    canvas.width = seen.videoWidth
    canvas.height = seen.videoHeight
    canvas.getContext('2d')?.drawImage(seen, 0, 0)
    const photo = await jpegOf(canvas, 0.92)
    if (photo) onPhoto(new File([photo], 'photo.jpg', { type: 'image/jpeg' }))
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="relative overflow-hidden rounded-control bg-sunken">
        <video ref={video} muted playsInline aria-label={t('seen')} className="aspect-video w-full" />
        {frame && ready && <GuideFrame facing={facing} />}
      </div>
      <Button size="large" disabled={!ready} onClick={() => void shoot()}>
        {t('shoot')}
      </Button>
    </div>
  )
}

/** The outline of a card in the middle, or low beside the face of its holder; what lies around is darker. */
function GuideFrame({ facing }: { facing: Facing }) {
  const alignment = facing === 'user' ? 'items-end justify-end p-[4%]' : 'items-center justify-center'
  return (
    <span aria-hidden="true" className={cx('pointer-events-none absolute inset-0 flex', alignment)}>
      <span
        className={cx(
          'aspect-[1.586] rounded-control border-2 border-white shadow-[0_0_0_100vmax_rgb(0_0_0/0.35)]',
          facing === 'user' ? 'h-[44%]' : 'h-[80%]',
        )}
      />
    </span>
  )
}

/** A camera that is slow to start is refused by the browser (`AbortError`) after some seconds, and starts meanwhile. */
const maxStarts = 3

async function openCamera(facing: Facing, wanted: () => boolean): Promise<MediaStream> {
  // Pages that were not fetched over a secure line have no devices at all.
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (devices === undefined) throw new Error('no camera')
  for (let start = 1; ; start += 1)
    try {
      return await devices.getUserMedia({ video: { facingMode: facing, width: { ideal: 1920 } } })
    } catch (problem) {
      const isSlow = problem instanceof DOMException && problem.name === 'AbortError'
      if (!isSlow || start === maxStarts || !wanted()) throw problem
    }
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}
