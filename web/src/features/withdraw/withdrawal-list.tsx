import type { Withdrawal } from '@evenhand/protocol/withdrawals.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Card, EmptyState, ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { useState, type Ref } from 'react'
import { useTranslations } from 'use-intl'
import { useWithdrawals } from './use-withdrawals.ts'
import { WithdrawalRow } from './withdrawal-row.tsx'

const firstShown = 10

type ListProps = {
  headingRef: Ref<HTMLHeadingElement>
  /** What has just been made here; its answer says more than the list does. */
  made: Withdrawal | undefined
  onAgain: (withdrawal: Withdrawal, amount: string) => void
}

/** Every withdrawal and where it stands, newest first. */
export function WithdrawalList({ headingRef, made, onAgain }: ListProps) {
  const t = useTranslations('withdraw')
  const common = useTranslations('common')
  const { data, isError, refetch } = useWithdrawals()
  const [all, setAll] = useState(false)
  const shown = all ? data : data?.slice(0, firstShown)
  const withAllowed = (one: Withdrawal): Withdrawal =>
    one.id === made?.id && made.allowed !== undefined ? { ...one, allowed: made.allowed } : one
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
          {shown.map((one) => (
            <WithdrawalRow key={one.id} withdrawal={withAllowed(one)} isNew={one.id === made?.id} onAgain={onAgain} />
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
