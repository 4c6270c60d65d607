import { phoneForm, updateProfile } from '@evenhand/protocol/accounts.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { TextField } from '@evenhand/ui/field.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useState, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../../lib/call.ts'
import { isRefused } from '../../../lib/problem.ts'
import { PhoneField } from '../../../lib/phone/phone-field.tsx'
import { useSession } from '../../../lib/session.ts'
import { useRetryWait } from '../../../lib/use-retry-wait.ts'
import { usernameProblem } from '../../../lib/proving/account-form.ts'
import { FormProblem } from '../auth-card.tsx'
import { useFirstError } from '../../../lib/use-first-error.ts'
import { useProofText } from '../../../lib/proving/use-proof-text.ts'
import { useChange } from './use-change.ts'
import { RetryButton } from '../../../lib/retry-button.tsx'

type NameProps = { detail: 'username' | 'phone'; kept: string; onDone: () => void }

/** Whether a text can be what it is meant as, before the server is queried. */
const fits = (detail: NameProps['detail'], text: string): boolean =>
  detail === 'phone' ? phoneForm.test(text) : text !== '' && usernameProblem(text) === undefined

/** Changes the user name, or the phone, which can also be taken away. */
export function NameForm({ detail, kept, onDone }: NameProps) {
  const t = useTranslations('security')
  const proofText = useProofText()
  const country = useSession()?.user.country ?? ''
  const [text, setText] = useState(kept)
  const [wrong, setWrong] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const form = useFirstError(attempt)
  const saving = useChange(
    (value: string | null) =>
      call(updateProfile, detail === 'phone' ? { phone: value } : { username: value ?? '' }).finally(() =>
        setAttempt((count) => count + 1),
      ),
    () => {
      toast(t('details.saved'), 'good')
      onDone()
    },
  )
  const wait = useRetryWait(saving.problem)
  const atField = isRefused(saving.problem, 'usernameMalformed', 'usernameTaken', 'emailTaken', 'dataIncomplete')
  const taken = isRefused(saving.problem, 'usernameTaken', 'emailTaken')
  const error = taken ? t(`details.taken.${detail}`) : wrong || atField ? t(`details.wrong.${detail}`) : undefined
  const type = (value: string) => {
    setText(value)
    setWrong(false)
    saving.reset()
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const value = text.trim()
    setWrong(!fits(detail, value))
    setAttempt((count) => count + 1)
    if (fits(detail, value) && !saving.isPending && wait === 0) saving.run(value)
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {detail === 'phone' ? (
        <PhoneField value={text} onChange={type} country={country} error={error} hint={t('details.hint.phone')} />
      ) : (
        <TextField
          label={t('details.username')}
          hint={t('details.hint.username')}
          error={error}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          maxLength={30}
          value={text}
          onChange={(event) => type(event.target.value)}
        />
      )}
      {saving.problem !== null && !atField && <FormProblem>{proofText(saving.problem)}</FormProblem>}
      <RetryButton type="submit" size="large" busy={saving.isPending} wait={wait}>
        {t('details.save')}
      </RetryButton>
      {detail === 'phone' && kept !== '' && (
        <Button variant="secondary" size="large" busy={saving.isPending} onClick={() => saving.run(null)}>
          {t('details.removePhone')}
        </Button>
      )}
    </form>
  )
}
