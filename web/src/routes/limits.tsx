import { useTranslations } from 'use-intl'
import { AccountFrame } from '../features/profile/account-frame.tsx'
import { LimitsScreen } from '../features/safeguards/limits-screen.tsx'

export function Limits() {
  const t = useTranslations('safeguards')
  return (
    <AccountFrame title={t('page.limits')}>
      <LimitsScreen />
    </AccountFrame>
  )
}
