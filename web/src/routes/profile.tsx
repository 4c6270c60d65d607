import { useTranslations } from 'use-intl'
import { IdentityBanner } from '../features/identity/identity-banner.tsx'
import { AccountFrame } from '../features/profile/account-frame.tsx'
import { AccountNav } from '../features/profile/account-nav.tsx'
import { LogoutButton } from '../features/profile/logout-button.tsx'
import { Overview } from '../features/profile/overview.tsx'
import { useLayout } from '../lib/settings.ts'

export function Profile() {
  const t = useTranslations('profile')
  const mobile = useLayout() === 'mobile'
  return (
    <AccountFrame title={t('page.overview')}>
      <IdentityBanner />
      <Overview />
      {mobile && <AccountNav />}
      <div>
        <LogoutButton />
      </div>
    </AccountFrame>
  )
}
