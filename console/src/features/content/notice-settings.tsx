import { setNotice, type ContentRow } from '@evenhand/protocol/content-console.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Card } from '@evenhand/ui/states.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '../../lib/session.ts'
import { ContentFacts } from './content-table.tsx'
import { NoticeDialog } from './notice-dialog.tsx'

/** When and to whom the notice of an open text is shown, and the way to change that. */
export function NoticeSettings({ row }: { row: ContentRow }) {
  const t = useTranslations('content')
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  return (
    <Card className="flex flex-wrap items-center justify-between gap-3 p-3">
      <ContentFacts row={row} />
      {may(setNotice) && (
        <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
          {t('notice.set.button')}
        </Button>
      )}
      {isOpen && <NoticeDialog row={row} onClose={() => setOpen(false)} />}
    </Card>
  )
}
