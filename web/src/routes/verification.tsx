import { useTranslations } from 'use-intl'
import { IdentityScreen } from '../features/identity/identity-screen.tsx'
import { AccountFrame } from '../features/profile/account-frame.tsx'

export function Verification() {
  const t = useTranslations('identity')
  return (
    <AccountFrame title={t('title')}>
      <IdentityScreen />
    </AccountFrame>
  )
}
