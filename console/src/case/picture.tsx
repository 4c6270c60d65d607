import { IconButton } from '@evenhand/ui/button.tsx'
import { Figure } from '@evenhand/ui/format.tsx'
import { Stroke } from '@evenhand/ui/icon.tsx'
import { useEffect, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useOperator } from '../lib/session.ts'
import { whenText } from '../lib/when.tsx'

const steps = [1, 1.5, 2, 3, 4, 6] as const
const rotatePath = 'M20 11a8 8 0 1 0-2.300 6.500M20 4v7h-7'

/** A picture to be read closely: larger, smaller, turned; marked with its viewer, and gone when the case is closed. */
export function Picture({ file, label }: { file: Blob; label: string }) {
  const t = useTranslations('common')
  const [zoom, setZoom] = useState(0)
  const [rotations, setRotations] = useState(0)
  const url = useMemo(() => URL.createObjectURL(file), [file])
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  const scale = steps[zoom] ?? 1
  return (
    <figure className="overflow-hidden rounded-control border border-line">
      <figcaption className="flex items-center gap-1 border-b border-line bg-sunken ps-3 text-13 font-600">
        <span className="min-w-0 flex-1 truncate">{label}</span>
        <Figure className="text-12 text-fg2">{`${scale * 100}%`}</Figure>
        <IconButton
          icon="minus"
          size={18}
          label={t('picture.smaller')}
          disabled={zoom === 0}
          onClick={() => setZoom(zoom - 1)}
        />
        <IconButton
          icon="plus"
          size={18}
          label={t('picture.larger')}
          disabled={zoom === steps.length - 1}
          onClick={() => setZoom(zoom + 1)}
        />
        <button
          type="button"
          aria-label={t('picture.turn')}
          title={t('picture.turn')}
          onClick={() => setRotations(rotations + 1)}
          className="inline-flex size-10 items-center justify-center rounded-control text-fg2 hover:bg-line"
        >
          <Stroke path={rotatePath} size={18} />
        </button>
      </figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by key */}
      <div tabIndex={0} role="region" aria-label={label} dir="ltr" className="h-80 overflow-auto bg-ink">
        <div className="relative min-h-full" style={{ width: `${scale * 100}%`, height: `${scale * 100}%` }}>
          <img
            src={url}
            alt={label}
            draggable={false}
            className="size-full object-contain transition-transform duration-120"
            style={{ transform: `rotate(${rotations * 90}deg)` }}
          />
          <Watermark />
        </div>
      </div>
    </figure>
  )
}

/** The viewing operator and the time, across the picture: a photograph of the screen shows where it comes from. */
function Watermark() {
  const name = useOperator()?.operator.name ?? ''
  const [at] = useState(() => whenText(Date.now()))
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 grid grid-cols-2 overflow-hidden select-none"
    >
      {Array.from({ length: 12 }, (_, index) => (
        <span
          key={index}
          className="flex -rotate-24 items-center justify-center text-12 font-600 whitespace-nowrap text-white opacity-35 mix-blend-difference"
        >
          {name} · {at}
        </span>
      ))}
    </div>
  )
}
