import { proposeAdjustment } from '@evenhand/protocol/operator-requests.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '../../lib/session.ts'
import { RequestQueue, type RequestSearch } from '../../requests/request-queue.tsx'
import { AdjustmentForm } from './adjustment-form.tsx'

type AdjustmentsProps = { search: RequestSearch; onSearch: (change: RequestSearch) => void }

/** Corrections of balances: each asked by one finance operator, decided by another, and read by the customer. */
export function AdjustmentsScreen({ search, onSearch }: AdjustmentsProps) {
  const t = useTranslations('adjustments')
  const may = useMay()
  const [open, setOpen] = useState(false)
  return (
    <>
      <RequestQueue
        label={t('title')}
        kinds={['adjustment']}
        search={search}
        onSearch={onSearch}
        propose={may(proposeAdjustment) && <Button onClick={() => setOpen(true)}>{t('propose')}</Button>}
      />
      {open && <AdjustmentForm onClose={() => setOpen(false)} />}
    </>
  )
}
