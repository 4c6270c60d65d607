import { fileLink } from '@evenhand/protocol/files.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../call.ts'
import type { Chosen } from './use-upload.ts'

const box = 'flex h-40 items-center justify-center overflow-hidden rounded-control bg-sunken text-fg2'

/** The picture as it was chosen with how far it has come; what browsers cannot draw is shown as a document. */
export function ChosenPicture(params: { chosen: Chosen; onCancel: () => void; onAgain: () => void }) {
  const t = useTranslations('upload')
  const { file, state, percent } = params.chosen
  const url = useObjectUrl(file)
  return (
    <div className="flex flex-col gap-2">
      <Picture url={url} alt={t('preview', { name: file.name })}>
        <Icon name="document" size={28} />
      </Picture>
      <p className="truncate text-13 text-fg2">
        <bdi>{file.name}</bdi>
      </p>
      {state === 'sending' && (
        <progress aria-label={t('sending')} max={100} value={percent} className="h-1.5 w-full accent-accent" />
      )}
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
        <p role="status" className="flex items-center gap-1.5 text-13 text-fg2">
          {state === 'sent' && <Icon name="check" size={16} className="text-good" />}
          {state === 'sent' ? t('sent') : state === 'sending' ? t('sending') : ''}
        </p>
        <span className="flex gap-2">
          {state === 'failed' && (
            <Button variant="weak" size="small" onClick={params.onAgain}>
              {t('again')}
            </Button>
          )}
          <Button variant="quiet" size="small" onClick={params.onCancel}>
            {t(state === 'sending' ? 'cancel' : 'remove')}
          </Button>
        </span>
      </div>
    </div>
  )
}

/** A picture that was sent before: shown by a link that is good for some minutes. */
export function SentBefore({ fileId, onRemove }: { fileId: string; onRemove: () => void }) {
  const t = useTranslations('upload')
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const stop = new AbortController()
    call(fileLink, { id: fileId }, { signal: stop.signal }).then(
      (link) => setUrl(link.url),
      // The picture is kept whether it can be shown now or not.
      () => undefined,
    )
    return () => stop.abort()
  }, [fileId])
  return (
    <div className="flex flex-col gap-2">
      <Picture url={url} alt={t('sent')}>
        <Icon name="document" size={28} />
      </Picture>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="flex items-center gap-1.5 text-13 text-fg2">
          <Icon name="check" size={16} className="text-good" />
          {t('sent')}
        </p>
        <Button variant="quiet" size="small" onClick={onRemove}>
          {t('remove')}
        </Button>
      </div>
    </div>
  )
}

function Picture({ url, alt, children }: { url: string | undefined; alt: string; children: ReactNode }) {
  const [drawn, setDrawn] = useState(true)
  useEffect(() => setDrawn(true), [url])
  return (
    <div className={box}>
      {url !== undefined && drawn ? (
        <img src={url} alt={alt} className="max-h-full max-w-full object-contain" onError={() => setDrawn(false)} />
      ) : (
        children
      )}
    </div>
  )
}

/** An address of a file of this computer, for as long as it is shown. */
function useObjectUrl(file: File): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
