import { updateProfile } from '@evenhand/protocol/accounts.ts'
import { toast } from '@evenhand/ui/toast.tsx'
import { useState, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../../lib/call.ts'
import { isRefused } from '../../../lib/problem.ts'
import { useRetryWait } from '../../../lib/use-retry-wait.ts'
import { asciiCode, emailProblem } from '../../../lib/proving/account-form.ts'
import { FormProblem } from '../auth-card.tsx'
import { CodeField } from '../code-field.tsx'
import { namedFields, type Problem, type Problems } from '../../../lib/proving/form-problem.ts'
import { useFieldText } from '../use-field-text.ts'
import { useFirstError } from '../../../lib/use-first-error.ts'
import { useMailbox } from '../../../lib/proving/use-mailbox.ts'
import { useProofText } from '../../../lib/proving/use-proof-text.ts'
import { useChange } from './use-change.ts'
import { NameField } from '../name-field.tsx'
import { RetryButton } from '../../../lib/retry-button.tsx'

type Field = 'email' | 'code'

/** At which field a refusal stands; at none where it concerns the whole change. */
function fieldOf(problem: unknown): Field | undefined {
  if (isRefused(problem, 'accountRequired', 'emailMalformed', 'emailTaken')) return 'email'
  if (isRefused(problem, 'codeWrong')) return 'code'
  if (!isRefused(problem, 'dataIncomplete')) return undefined
  return namedFields(problem).some(({ field }) => field === 'code') ? 'code' : 'email'
}

function useEmailChange(onDone: () => void) {
  const t = useTranslations('security')
  const [state, setState] = useState({ email: '', code: '' })
  const [found, setFound] = useState<Problems<Field>>({})
  const [attempt, setAttempt] = useState(0)
  const saving = useChange(
    (request: { email: string; code: string }) =>
      call(updateProfile, request).finally(() => setAttempt((count) => count + 1)),
    () => {
      toast(t('details.emailSaved'), 'good')
      onDone()
    },
  )
  const wait = useRetryWait(saving.problem)
  return {
    state,
    found,
    attempt,
    saving,
    wait,
    show: (problems: Problems<Field>) => {
      setFound(problems)
      setAttempt((count) => count + 1)
    },
    change: (part: Partial<typeof state>) => {
      setState((before) => ({ ...before, ...part }))
      setFound({})
      saving.reset()
    },
  }
}

/** A new e-mail address: proved by the code that went to it, and by a recent proof of who sits here. */
export function EmailForm({ onDone }: { onDone: () => void }) {
  const t = useTranslations('security')
  const fieldText = useFieldText()
  const proofText = useProofText()
  const mailbox = useMailbox()
  const [sendProblem, setSendProblem] = useState<unknown>(null)
  const { state, found, attempt, saving, wait, show, change } = useEmailChange(onDone)
  const form = useFirstError(attempt)
  const email = state.email.trim()
  const at = fieldOf(saving.problem)
  const textAt = (field: Field): string | undefined => {
    if (at !== field) return fieldText(found[field])
    if (isRefused(saving.problem, 'emailTaken')) return t('details.taken.email')
    return isRefused(saving.problem, 'dataIncomplete') && field === 'email'
      ? t('details.same')
      : proofText(saving.problem)
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const wrong: Problems<Field> = {
      ...only('email', emailProblem(email)),
      ...only('code', state.code.trim() === '' ? 'codeMissing' : undefined),
    }
    show(wrong)
    if (Object.keys(wrong).length === 0 && !saving.isPending && wait === 0)
      saving.run({ email, code: asciiCode(state.code) })
  }
  const whole = (at === undefined ? saving.problem : null) ?? sendProblem
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-fg2">{t('details.emailText')}</p>
      <NameField
        kind="email"
        label={t('details.newEmail')}
        value={state.email}
        onValue={(typed) => change({ email: typed })}
        error={textAt('email')}
      />
      <CodeField
        email={email}
        scene="email"
        value={state.code}
        onValue={(code) => change({ code })}
        error={textAt('code')}
        mailbox={mailbox}
        onEmailProblem={(problem) => show({ email: problem })}
        onSendProblem={setSendProblem}
      />
      {whole !== null && whole !== undefined && <FormProblem>{proofText(whole)}</FormProblem>}
      <RetryButton type="submit" size="large" busy={saving.isPending} wait={wait}>
        {t('details.changeOne.email')}
      </RetryButton>
    </form>
  )
}

const only = (field: Field, problem: Problem | undefined): Problems<Field> => (problem ? { [field]: problem } : {})
