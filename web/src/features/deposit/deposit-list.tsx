import { Button } from '@evenhand/ui/button.tsx'
import { Card, EmptyState, ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { useState, type Ref } from 'react'
import { useTranslations } from 'use-intl'
import { DepositRow } from './deposit-row.tsx'
import { useDeposits } from './use-deposits.ts'

const firstShown = 10

/** What was sent before and what became of it, newest first. */
export function DepositList({ headingRef }: { headingRef?: Ref<HTMLHeadingElement> }) {
  const t = useTranslations('funds')
  const common = useTranslations('common')
  const { data, isError, refetch } = useDeposits()
  const [all, setAll] = useState(false)
  const shown = all ? data : data?.slice(0, firstShown)
  return (
    <Card className="flex flex-col gap-3 p-5">
      <h2 ref={headingRef} tabIndex={-1} className="scroll-mt-20 text-18 font-700 outline-none">
        {t('list.title')}
      </h2>
      {!data && isError && (
        <ErrorState
          title={common('state.loadFailed')}
          text={t('list.safe')}
          action={<Button onClick={() => void refetch()}>{common('retry')}</Button>}
        />
      )}
      {!data && !isError && (
        <div aria-busy="true" className="flex flex-col gap-3">
          {[0, 1, 2].map((at) => (
            <Skeleton key={at} className="h-14" />
          ))}
        </div>
      )}
      {data?.length === 0 && <EmptyState icon="list" title={t('list.none')} text={t('list.noneText')} />}
      {shown && shown.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {shown.map((deposit) => (
            <DepositRow key={deposit.id} deposit={deposit} />
          ))}
        </ul>
      )}
      {data && data.length > firstShown && !all && (
        <Button look="secondary" onClick={() => setAll(true)}>
          {t('list.more', { count: data.length })}
        </Button>
      )}
    </Card>
  )
}
