import { useTranslations } from 'use-intl'
import { AccountFrame } from '../features/profile/account-frame.tsx'
import { WithdrawPage } from '../features/withdraw/withdraw-page.tsx'

export function Withdraw() {
  const t = useTranslations('withdraw')
  return (
    <AccountFrame title={t('title')}>
      <WithdrawPage />
    </AccountFrame>
  )
}
