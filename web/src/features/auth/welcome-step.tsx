import { Button } from '@evenhand/ui/button.tsx'
import type { AccountMode } from '@evenhand/protocol/money.ts'
import { useNavigate } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { safeBack } from '../../lib/back.ts'
import { setAccountMode } from '../../lib/session.ts'
import { AuthCard, Outcome } from './auth-card.tsx'

/** The account is open: which of the two accounts to begin with. The virtual one is offered first, since the real one is empty. */
export function WelcomeStep({ back }: { back: string | undefined }) {
  const t = useTranslations('auth')
  const navigate = useNavigate()
  const begin = (mode: AccountMode) => {
    setAccountMode(mode)
    void navigate({ href: safeBack(back), replace: true })
  }
  return (
    <AuthCard title={t('welcome.title')}>
      <Outcome>{t('welcome.text')}</Outcome>
      <div className="mt-6 flex flex-col gap-3">
        <Button size="large" onClick={() => begin('virtual')}>
          {t('welcome.virtual')}
        </Button>
        <Button variant="secondary" size="large" onClick={() => begin('real')}>
          {t('welcome.real')}
        </Button>
      </div>
    </AuthCard>
  )
}
