import { Button } from '@evenhand/ui/button.tsx'
import { useEffect, useRef, useState } from 'react'
import SignaturePad from 'signature_pad'
import { useTranslations } from 'use-intl'

/** A signature that is drawn is at least two strokes: one is a slip of the hand. */
export const minStrokes = 2
/** Dark on white whatever the theme, so that the document shows what was drawn. */
const [ink, paper] = ['#0c1526', '#ffffff']

type CanvasProps = {
  /** Called after each stroke with what is drawn so far; undefined while it is no signature yet. */
  onDrawn: (picture: (() => Promise<File>) | undefined) => void
}

/** A field to sign in by mouse, pen or finger. */
export function SignatureCanvas({ onDrawn }: CanvasProps) {
  const t = useTranslations('loans')
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad>(undefined)
  const [strokes, setStrokes] = useState(0)
  const notify = useRef(onDrawn)
  useEffect(() => {
    notify.current = onDrawn
  })
  const changed = () => {
    const count = pad.current?.toData().length ?? 0
    setStrokes(count)
    const element = canvas.current
    notify.current(count < minStrokes || !element ? undefined : () => pictureOf(element))
  }
  useEffect(() => {
    const element = canvas.current
    if (!element) return undefined
    const drawn = new SignaturePad(element, { penColor: ink, backgroundColor: paper })
    pad.current = drawn
    drawn.addEventListener('endStroke', changed)
    const fit = () => {
      const ratio = Math.max(window.devicePixelRatio, 1)
      const strokesBefore = drawn.toData()
      element.width = element.offsetWidth * ratio
      element.height = element.offsetHeight * ratio
      element.getContext('2d')?.scale(ratio, ratio)
      drawn.clear()
      drawn.fromData(strokesBefore)
    }
    const resized = new ResizeObserver(fit)
    resized.observe(element)
    return () => {
      resized.disconnect()
      drawn.off()
    }
  }, [])
  const undo = () => {
    const data = pad.current?.toData() ?? []
    pad.current?.fromData(data.slice(0, -1))
    changed()
  }
  const clear = () => {
    pad.current?.clear()
    changed()
  }
  return (
    <div className="flex flex-col gap-2">
      <canvas
        ref={canvas}
        role="img"
        aria-label={t('sign.canvas')}
        className="h-44 w-full touch-none rounded-control border border-control bg-white"
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-13 text-fg2">{t('sign.drawHint')}</p>
        <div className="flex gap-2">
          <Button variant="secondary" size="small" disabled={strokes === 0} onClick={undo}>
            {t('sign.undo')}
          </Button>
          <Button variant="secondary" size="small" disabled={strokes === 0} onClick={clear}>
            {t('sign.clear')}
          </Button>
        </div>
      </div>
    </div>
  )
}

const pictureOf = (canvas: HTMLCanvasElement): Promise<File> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(new File([blob], 'signature.png', { type: 'image/png' }))
      else reject(new Error('the browser has no memory for the picture of the signature'))
    }, 'image/png')
  })
