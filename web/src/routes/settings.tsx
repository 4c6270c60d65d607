import { useTranslations } from 'use-intl'
import { AccountFrame } from '../features/profile/account-frame.tsx'
import { SettingsForm } from '../features/profile/settings-form.tsx'

export function Settings() {
  const t = useTranslations('profile')
  return (
    <AccountFrame title={t('page.settings')}>
      <SettingsForm />
    </AccountFrame>
  )
}
