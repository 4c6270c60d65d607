import { fileOf } from '@evenhand/protocol/files.ts'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Skeleton } from '@evenhand/ui/states.tsx'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { callForFile } from '../../lib/call.ts'

/** A picture of a message, shown to whom it belongs; of another's there is only that it is there. */
export function ChatPicture({ id, mine }: { id: string; mine: boolean }) {
  const t = useTranslations('chat')
  const [url, setUrl] = useState<string>()
  const [lost, setLost] = useState(!mine)
  useEffect(() => {
    if (!mine) return undefined
    let made: string | undefined
    let wanted = true
    callForFile(fileOf, { id }, 'image/').then(
      (blob) => {
        if (wanted) setUrl((made = URL.createObjectURL(blob)))
      },
      () => wanted && setLost(true),
    )
    return () => {
      wanted = false
      if (made !== undefined) URL.revokeObjectURL(made)
    }
  }, [id, mine])
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
