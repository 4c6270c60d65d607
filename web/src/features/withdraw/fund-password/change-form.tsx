import { changeFundPassword } from '@evenhand/protocol/fund-password.ts'
import { Banner } from '@evenhand/ui/states.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useState, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../../lib/call.ts'
import { useFirstError } from '../../../lib/use-first-error.ts'
import { useRetryWait } from '../../../lib/use-retry-wait.ts'
import { useSecurity } from '../../../lib/proving/use-security.ts'
import { useProofText } from '../../../lib/proving/use-proof-text.ts'
import { isWholeFundPassword } from './fund-digits.ts'
import { FundPasswordField } from './fund-password-field.tsx'
import { areGood, NewDigitsFields } from './new-digits-fields.tsx'
import { useProvedAction } from './use-proved-action.ts'
import { isAtField, useDigitsText } from './use-digits-text.ts'
import { RetryButton } from '../../../lib/retry-button.tsx'

/** A new fund password by the old one. */
export function ChangeForm({ onDone }: { onDone: () => void }) {
  const t = useTranslations('withdraw')
  const proofText = useProofText()
  const digitsText = useDigitsText()
  const [old, setOld] = useState('')
  const [digits, setDigits] = useState({ first: '', again: '' })
  const [tries, setTries] = useState(0)
  const form = useFirstError(tries)
  const { data: security } = useSecurity()
  const params = useProvedAction({
    action: () => call(changeFundPassword, { old, new: digits.first }),
    provedUntil: security?.provedUntil ?? null,
    onDone: () => {
      toast(t('fund.saved'), 'good')
      onDone()
    },
  })
  const wait = useRetryWait(params.problem)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setTries((count) => count + 1)
    if (isWholeFundPassword(old) && areGood(digits) && !params.isPending && wait === 0) params.run({})
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex max-w-120 flex-col gap-5">
      <FundPasswordField
        label={t('fund.old')}
        value={old}
        onValue={(value) => {
          params.reset()
          setOld(value)
        }}
        error={digitsText({ value: old, tried: tries > 0, problem: params.problem })}
      />
      <NewDigitsFields
        value={digits}
        onValue={(value) => {
          params.reset()
          setDigits(value)
        }}
        tried={tries > 0}
        problem={params.problem}
      />
      {params.problem !== null && !isAtField(params.problem) && (
        <div role="alert">
          <Banner variant="danger">{proofText(params.problem)}</Banner>
        </div>
      )}
      <RetryButton type="submit" size="large" busy={params.isPending} wait={wait}>
        {t('fund.save')}
      </RetryButton>
    </form>
  )
}
