import type { Withdrawal } from '@evenhand/protocol/withdrawals.ts'
import type { Ref } from 'react'
import { useTranslations } from 'use-intl'
import { FollowedList } from '../../layout/followed-list.tsx'
import { useWithdrawals } from './use-withdrawals.ts'
import { WithdrawalRow } from './withdrawal-row.tsx'

type ListProps = {
  headingRef: Ref<HTMLHeadingElement>
  /** What has just been made here; its response has more than the list. */
  made: Withdrawal | undefined
  onAgain: (withdrawal: Withdrawal, amount: string) => void
}

/** Every withdrawal and where it stands. */
export function WithdrawalList({ headingRef, made, onAgain }: ListProps) {
  const t = useTranslations('withdraw')
  const withAllowed = (one: Withdrawal): Withdrawal =>
    one.id === made?.id && made.allowed !== undefined ? { ...one, allowed: made.allowed } : one
  return (
    <FollowedList
      headingRef={headingRef}
      query={useWithdrawals()}
      words={{
        title: t('list.title'),
        none: t('list.none'),
        noneText: t('list.noneText'),
        safe: t('list.safe'),
        more: (count) => t('list.more', { count }),
      }}
    >
      {(one) => (
        <WithdrawalRow key={one.id} withdrawal={withAllowed(one)} isNew={one.id === made?.id} onAgain={onAgain} />
      )}
    </FollowedList>
  )
}
