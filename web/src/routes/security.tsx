import { useTranslations } from 'use-intl'
import { SecurityPage } from '../features/auth/security/security-page.tsx'
import { FundPasswordSection } from '../features/withdraw/fund-password/fund-password-section.tsx'
import { AccountFrame } from '../features/profile/account-frame.tsx'

export function Security() {
  const t = useTranslations('profile')
  return (
    <AccountFrame title={t('page.security')}>
      <SecurityPage>
        <FundPasswordSection />
      </SecurityPage>
    </AccountFrame>
  )
}
