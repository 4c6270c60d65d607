import { proposeAdjustment } from '@evenhand/protocol/operator-adjustments.ts'
import { useTranslations } from 'use-intl'
import { useRequestButton } from '../../requests/request-button.tsx'
import { RequestQueue, type RequestSearch } from '../../requests/request-queue.tsx'
import { AdjustmentForm } from './adjustment-form.tsx'

type AdjustmentsProps = { search: RequestSearch; onSearch: (change: RequestSearch) => void }

/** Corrections of balances: each requested by one finance operator, decided by another, and read by the customer. */
export function AdjustmentsScreen({ search, onSearch }: AdjustmentsProps) {
  const t = useTranslations('adjustments')
  const { button, isOpen, close } = useRequestButton(proposeAdjustment, t('propose'))
  return (
    <>
      <RequestQueue label={t('title')} kinds={['adjustment']} search={search} onSearch={onSearch} propose={button} />
      {isOpen && <AdjustmentForm onClose={close} />}
    </>
  )
}
