import { useTranslations } from 'use-intl'
import { ChangePassword } from '../features/auth/security/change-password.tsx'
import { AccountFrame } from '../features/profile/account-frame.tsx'

export function Password() {
  const t = useTranslations('security')
  return (
    <AccountFrame title={t('password.title')}>
      <ChangePassword />
    </AccountFrame>
  )
}
