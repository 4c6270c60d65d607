import { chatFile } from '@evenhand/protocol/chat.ts'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Skeleton } from '@evenhand/ui/states.tsx'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { download } from '../../lib/download.ts'
import { reportProblem } from '../../lib/report-problem.ts'
import { chatBlob } from './chat-call.ts'
import { chatProof } from './chat-engine.ts'

type AttachmentProps = { chatId: string; id: string }

/** A picture of a message; where it is gone there is only that it was there. */
export function ChatPicture({ chatId, id }: AttachmentProps) {
  const t = useTranslations('chat')
  const [url, setUrl] = useState<string>()
  const [lost, setLost] = useState(false)
  useEffect(() => {
    let made: string | undefined
    let wanted = true
    chatBlob(chatFile, { id: chatId, fileId: id }, chatProof()).then(
      (blob) => {
        if (wanted) setUrl((made = URL.createObjectURL(blob)))
      },
      () => wanted && setLost(true),
    )
    return () => {
      wanted = false
      if (made !== undefined) URL.revokeObjectURL(made)
    }
  }, [chatId, id])
  if (lost)
    return (
      <p className="flex items-center gap-2 text-13 text-fg3">
        <Icon name="document" size={18} />
        {t('picture')}
      </p>
    )
  if (url === undefined) return <Skeleton className="h-40 w-56 rounded-card" />
  return <img src={url} alt={t('picture')} className="max-h-60 max-w-[85%] rounded-card ring-1 ring-line" />
}

/** A document of a message, saved when it is requested. */
export function ChatDocument({ chatId, id }: AttachmentProps) {
  const t = useTranslations('chat')
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      saveAs(await download(() => chatBlob(chatFile, { id: chatId, fileId: id }, chatProof())))
    } catch (problem) {
      reportProblem(problem)
    } finally {
      setBusy(false)
    }
  }
  return (
    <button
      type="button"
      disabled={busy}
      onClick={() => void save()}
      className="inline-flex min-h-11 items-center gap-2 rounded-control border border-control px-3 text-14 font-600 hover:bg-sunken"
    >
      <Icon name="document" size={18} />
      {t('document')}
    </button>
  )
}

function saveAs(blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = 'document.pdf'
  link.click()
  // A browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
