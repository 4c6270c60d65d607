import { repassword } from '@evenhand/protocol/sessions.ts'
import { Card } from '@evenhand/ui/states.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@evenhand/ui/router.ts'
import { useState, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../../lib/call.ts'
import { useProblemText } from '../../../lib/problem-text.ts'
import { keepSession, useSession } from '../../../lib/session.ts'
import { FormProblem } from '../auth-card.tsx'
import { retryAfter, type Problem, type Problems } from '../../../lib/proving/form-problem.ts'
import { NewPasswordFields } from '../new-password-fields.tsx'
import { newPasswordProblem, repasswordRefused, type RepasswordField, type RepasswordState } from '../new-password.ts'
import { SecretField } from '../secret-field.tsx'
import { useCountdown } from '../../../lib/proving/use-countdown.ts'
import { useFieldText } from '../use-field-text.ts'
import { useFirstError } from '../../../lib/use-first-error.ts'
import { RetryButton } from '../../../lib/retry-button.tsx'

function useChangePassword() {
  const t = useTranslations('security')
  const navigate = useNavigate()
  const user = useSession()?.user
  const [state, setState] = useState<RepasswordState>({ old: '', code: '', password: '', confirm: '' })
  const [problems, setProblems] = useState<Problems<RepasswordField>>({})
  const [attempt, setAttempt] = useState(0)
  const [wait, startWait] = useCountdown()
  const show = (found: Problems<RepasswordField>) => {
    setProblems(found)
    setAttempt((count) => count + 1)
  }
  const sending = useMutation({
    meta: { handled: true },
    mutationFn: ({ old, password, confirm }: RepasswordState) => call(repassword, { old, new: password, confirm }),
    onSuccess: ({ token, user: now }) => {
      if (token !== undefined && now !== undefined) keepSession(token, now)
      toast(t('password.changed'), 'good')
      return navigate({ to: '/profile/security', replace: true })
    },
    onError: (problem) => {
      show(repasswordRefused(problem))
      startWait(retryAfter(problem))
    },
  })
  const change = (part: Partial<RepasswordState>) => {
    setState((before) => ({ ...before, ...part }))
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))))
    if (sending.isError) sending.reset()
  }
  const submit = () => {
    const { old, password, confirm } = state
    const wrong = newPasswordProblem(password, [user?.username ?? '', user?.email ?? ''])
    const found: [RepasswordField, Problem | undefined][] = [
      ['old', old === '' ? 'passwordMissing' : undefined],
      ['password', wrong ?? (password === old ? 'passwordSame' : undefined)],
      ['confirm', confirm === password ? undefined : 'confirmDifferent'],
    ]
    const all = found.filter(([, problem]) => problem !== undefined)
    show(Object.fromEntries(all))
    if (all.length === 0 && !sending.isPending && wait === 0) sending.mutate(state)
  }
  return { state, change, problems, attempt, wait, sending, submit, account: user?.email ?? '' }
}

/** A new password by the old one. Every other session ends; this one goes on. */
export function ChangePassword() {
  const t = useTranslations('security')
  const auth = useTranslations('auth')
  const fieldText = useFieldText()
  const problemText = useProblemText()
  const params = useChangePassword()
  const { state, change, problems, wait, sending } = params
  const form = useFirstError(params.attempt)
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    params.submit()
  }
  const isWhole = sending.error && Object.keys(repasswordRefused(sending.error)).length === 0
  return (
    <Card className="max-w-120 p-5">
      <form ref={form} noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
        <p className="text-fg2">{t('password.ends')}</p>
        <input type="text" name="username" autoComplete="username" value={params.account} readOnly hidden />
        <SecretField
          label={t('password.old')}
          value={state.old}
          onValue={(old) => change({ old })}
          error={fieldText(problems.old)}
          autoComplete="current-password"
        />
        <NewPasswordFields state={state} problems={problems} onChange={change} />
        {isWhole && <FormProblem>{problemText(sending.error)}</FormProblem>}
        <RetryButton type="submit" size="large" busy={sending.isPending} wait={wait}>
          {t('password.change')}
        </RetryButton>
        <Link to="/pass/reset" className="text-center text-accent-text">
          {auth('login.forgotten')}
        </Link>
      </form>
    </Card>
  )
}
