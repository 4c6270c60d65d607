import { proposeLimit } from '@evenhand/protocol/operator-requests.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '../../lib/session.ts'
import { RequestQueue, type RequestSearch } from '../../requests/request-queue.tsx'
import { LimitForm } from './limit-form.tsx'

type LimitsProps = { search: RequestSearch; onSearch: (change: RequestSearch) => void }

/** Higher limits of withdrawals: each asked by one of risk and decided by another. */
export function LimitsScreen({ search, onSearch }: LimitsProps) {
  const t = useTranslations('limits')
  const may = useMay()
  const [open, setOpen] = useState(false)
  return (
    <>
      <RequestQueue
        label={t('title')}
        kinds={['withdrawal.limit']}
        search={search}
        onSearch={onSearch}
        propose={may(proposeLimit) && <Button onClick={() => setOpen(true)}>{t('propose')}</Button>}
      />
      {open && <LimitForm onClose={() => setOpen(false)} />}
    </>
  )
}
