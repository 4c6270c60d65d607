import { freeze } from '@evenhand/protocol/sessions.ts'
import { Button, buttonClass } from '@evenhand/ui/button.tsx'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { isRefused } from '../../lib/problem.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { clearSession } from '../../lib/session.ts'
import { AuthCard, FormProblem, Outcome } from './auth-card.tsx'

type ScreenProps = { search: { token?: string | undefined; done?: string | undefined } }

/** Where the link of a mail leads: one press freezes the account. Opening the page alone does nothing, as a mail scanner may. */
export function FreezeScreen({ search: { token, done } }: ScreenProps) {
  const t = useTranslations('auth')
  const problemText = useProblemText()
  const freezing = useMutation({
    meta: { handled: true },
    mutationFn: (by: string) => call(freeze, { token: by }),
    onSuccess: clearSession,
  })
  if (done === '1' || freezing.isSuccess) return <Frozen />
  const isOver = token === undefined || isRefused(freezing.error, 'notFound')
  if (isOver)
    return (
      <AuthCard title={t('freeze.title')}>
        <Outcome>
          <FormProblem>{t('freeze.over')}</FormProblem>
        </Outcome>
        <p className="mt-6 flex flex-col">
          <Link to="/profile/security" className={buttonClass('primary', 'large')}>
            {t('freeze.toSecurity')}
          </Link>
        </p>
      </AuthCard>
    )
  return (
    <AuthCard title={t('freeze.title')}>
      <div className="flex flex-col gap-4">
        <p>{t('freeze.means')}</p>
        <p>{t('freeze.back')}</p>
        {freezing.error && <FormProblem>{problemText(freezing.error)}</FormProblem>}
        <Button variant="danger" size="large" busy={freezing.isPending} onClick={() => freezing.mutate(token)}>
          {t('freeze.action')}
        </Button>
        <Link to="/" className={buttonClass('quiet')}>
          {t('freeze.not')}
        </Link>
      </div>
    </AuthCard>
  )
}

function Frozen() {
  const t = useTranslations('auth')
  return (
    <AuthCard title={t('freeze.doneTitle')}>
      <Outcome>
        <p>{t('freeze.doneText')}</p>
        <p>{t('freeze.back')}</p>
      </Outcome>
      <p className="mt-6 flex flex-col gap-3">
        <Link to="/pass/reset" className={buttonClass('secondary', 'large')}>
          {t('freeze.newPassword')}
        </Link>
        <Link to="/pass/unfreeze" className={buttonClass('quiet')}>
          {t('unfreeze.title')}
        </Link>
      </p>
    </AuthCard>
  )
}
