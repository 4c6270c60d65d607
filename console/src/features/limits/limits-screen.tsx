import { proposeLimit } from '@evenhand/protocol/operator-requests.ts'
import { useTranslations } from 'use-intl'
import { useRequestButton } from '../../requests/request-button.tsx'
import { RequestQueue, type RequestSearch } from '../../requests/request-queue.tsx'
import { LimitForm } from './limit-form.tsx'

type LimitsProps = { search: RequestSearch; onSearch: (change: RequestSearch) => void }

/** Higher limits of withdrawals: each requested by one of risk and decided by another. */
export function LimitsScreen({ search, onSearch }: LimitsProps) {
  const t = useTranslations('limits')
  const { button, isOpen, close } = useRequestButton(proposeLimit, t('propose'))
  return (
    <>
      <RequestQueue
        label={t('title')}
        kinds={['withdrawal.limit']}
        search={search}
        onSearch={onSearch}
        propose={button}
      />
      {isOpen && <LimitForm onClose={close} />}
    </>
  )
}
