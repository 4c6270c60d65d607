import { useTranslations } from 'use-intl'
import { AccountFrame } from '../features/profile/account-frame.tsx'
import { WarningScreen } from '../features/safeguards/warning-screen.tsx'

export function QuizWarning() {
  const t = useTranslations('safeguards')
  return (
    <AccountFrame title={t('page.warning')}>
      <WarningScreen />
    </AccountFrame>
  )
}
