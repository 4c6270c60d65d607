import { IdentityBanner } from '../features/identity/identity-banner.tsx'
import { AccountNav } from '../layout/account/account-nav.tsx'
import { Overview } from '../features/profile/overview.tsx'
import { useLayout } from '../lib/settings.ts'

export function Profile() {
  const mobile = useLayout() === 'mobile'
  return (
    <>
      <IdentityBanner />
      <Overview />
      {mobile && <AccountNav />}
    </>
  )
}
