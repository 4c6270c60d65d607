import type { FundMethod } from '@evenhand/protocol/funds.ts'
import { useEffect, useRef, useState } from 'react'
import { newKey } from '../../lib/call.ts'
import { isEffectUnknown, isRefused } from '../../lib/problem.ts'
import {
  checkDeposit,
  emptyForm,
  fieldFor,
  type DepositRequest,
  type DepositField,
  type DepositForm,
  type FieldProblem,
} from './deposit-form.ts'
import { keepDraft, readDraft } from './kept-draft.ts'
import { useSubmitDeposit } from './use-deposits.ts'

/**
 * The form of a deposit. Its Idempotency-Key stays while its outcome is unknown, so that sending once more cannot
 * make two; another text has another key. What is written survives a reload. `attempt` counts the refused tries, after which the first
 * wrong field is focused, and `round` the forms that were sent.
 */
export function useDepositForm(method: FundMethod, onSubmitted: () => void) {
  const [form, setForm] = useState<DepositForm>(() => readDraft()?.form ?? emptyForm)
  const [isSending, setSending] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const [shown, setShown] = useState(false)
  const [round, setRound] = useState(0)
  const sent = useRef<{ key: string; text: string }>(undefined)
  const submitting = useSubmitDeposit()
  useEffect(() => keepDraft({ form, method }), [form, method])
  const checked = checkDeposit(form, method, isSending)
  const refusedAt = fieldFor(submitting.error)
  const change = (part: Partial<DepositForm>) => {
    if (!isEffectUnknown(submitting.error)) submitting.reset()
    setForm((before) => ({ ...before, ...part }))
  }
  const problemAt = (field: DepositField): FieldProblem | undefined => {
    if (shown && checked.problems[field] !== undefined) return checked.problems[field]
    return refusedAt === field && isRefused(submitting.error) ? submitting.error : undefined
  }
  const send = (request: DepositRequest) => {
    const text = JSON.stringify(request)
    if (sent.current?.text !== text) sent.current = { key: newKey(), text }
    submitting.mutate(
      { request, key: sent.current.key },
      {
        onSuccess: () => {
          setForm(emptyForm)
          setShown(false)
          setRound((before) => before + 1)
          onSubmitted()
        },
        onError: () => setAttempt((before) => before + 1),
      },
    )
  }
  const submit = () => {
    setShown(true)
    if (checked.request && !submitting.isPending) send(checked.request)
    else setAttempt((before) => before + 1)
  }
  const whole = refusedAt === undefined ? submitting.error : null
  return { form, change, setSending, problemAt, round, whole, submit, attempt, isPending: submitting.isPending }
}
