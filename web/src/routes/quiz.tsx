import { useTranslations } from 'use-intl'
import { AccountFrame } from '../features/profile/account-frame.tsx'
import { QuizScreen } from '../features/safeguards/quiz-screen.tsx'

export function Quiz() {
  const t = useTranslations('safeguards')
  return (
    <AccountFrame title={t('page.quiz')}>
      <QuizScreen />
    </AccountFrame>
  )
}
