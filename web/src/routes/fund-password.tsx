import { useTranslations } from 'use-intl'
import { FundPasswordPage } from '../features/withdraw/fund-password/fund-password-page.tsx'
import { ProofSheet } from '../features/auth/proof-sheet.tsx'
import { AccountFrame } from '../features/profile/account-frame.tsx'

export function FundPassword() {
  const t = useTranslations('withdraw')
  return (
    <AccountFrame title={t('fund.label')}>
      <FundPasswordPage />
      <ProofSheet />
    </AccountFrame>
  )
}
