import type { Ref } from 'react'
import { useTranslations } from 'use-intl'
import { FollowedList } from '../../layout/followed-list.tsx'
import { DepositRow } from './deposit-row.tsx'
import { useDeposits } from './use-deposits.ts'

/** What was sent before and what became of it. */
export function DepositList({ headingRef }: { headingRef?: Ref<HTMLHeadingElement> }) {
  const t = useTranslations('funds')
  return (
    <FollowedList
      headingRef={headingRef}
      query={useDeposits()}
      words={{
        title: t('list.title'),
        none: t('list.none'),
        noneText: t('list.noneText'),
        safe: t('list.safe'),
        more: (count) => t('list.more', { count }),
      }}
    >
      {(deposit) => <DepositRow key={deposit.id} deposit={deposit} />}
    </FollowedList>
  )
}
