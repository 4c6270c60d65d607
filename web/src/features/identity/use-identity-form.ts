import {
  reviewedFields,
  type IdentificationField,
  type CustomerIdentification,
} from '@evenhand/protocol/identification.ts'
import { useState } from 'react'
import { productNow } from '../../feed/quote-store.ts'
import {
  requestOf,
  fieldsOfForm,
  isPicture,
  problemsOf,
  refusedFields,
  type FieldProblems,
  type IdentityForm,
} from './identity-form.ts'
import { requestedFields, stepOfProblem, type IdentityStep } from './identity-steps.ts'
import { useFormState } from './use-form-state.ts'
import { useSendIdentification } from './use-identification.ts'

const today = (): string => new Date(productNow()).toISOString().slice(0, 10)
const none: ReadonlySet<IdentificationField> = new Set()

/**
 * The form over its steps. `attempt` counts the tries that found something wrong, after which the first wrong field is
 * focused; `problem` is what was refused about the form as a whole.
 */
export function useIdentityForm(own: CustomerIdentification) {
  const submitting = useSendIdentification()
  const state = useFormState(own, submitting.isSuccess)
  const { form, requested, step, steps } = state
  const [sending, setSending] = useState(none)
  const [attempt, setAttempt] = useState(0)
  const [shown, setShown] = useState(false)
  const [refused, setRefused] = useState<FieldProblems>({})
  const here = step === 'check' ? fieldsOfForm(own) : requestedFields(step, form, requested)
  const found = problemsOf(form, here, { today: today(), sending, own })
  const go = (next: IdentityStep) => {
    setShown(false)
    state.setStep(next)
  }
  const change = (part: Partial<IdentityForm>) => {
    state.setTouched(true)
    setRefused((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))))
    state.setForm((before) => ({ ...before, ...part }))
  }
  const fail = (wrong: FieldProblems) => {
    setAttempt((before) => before + 1)
    const at = stepOfProblem(wrong)
    if (at === undefined) return
    // A field that was to stay is wrong by now, for example a picture that was erased meanwhile.
    if (reviewedFields.some((field) => field in wrong && !requested.has(field))) state.setWhole(true)
    state.setStep(at)
    setShown(true)
  }
  const send = () =>
    submitting.mutate(requestOf(form), {
      onError: (problem) => {
        const wrong = refusedFields(problem)
        setRefused(wrong)
        // A picture that is not there any more is chosen anew.
        const lost = reviewedFields.filter((field) => isPicture(field) && wrong[field] === 'noPicture')
        state.setForm((before) => ({ ...before, ...Object.fromEntries(lost.map((field) => [field, ''])) }))
        fail(wrong)
      },
    })
  const next = () => {
    state.setTouched(true)
    if (Object.keys(found).length > 0) fail(found)
    else if (step !== 'check') go(steps[steps.indexOf(step) + 1] ?? 'check')
    else if (!submitting.isPending) send()
  }
  const startOver = () => {
    submitting.reset()
    setRefused({})
    setShown(false)
    state.clear()
  }
  return {
    ...state,
    change,
    problems: shown ? { ...refused, ...found } : refused,
    attempt,
    next,
    back: () => go(steps[steps.indexOf(step) - 1] ?? step),
    go,
    startOver,
    setSending: (field: IdentificationField, is: boolean) =>
      setSending((before) => new Set(is ? [...before, field] : [...before].filter((one) => one !== field))),
    problem: stepOfProblem(refused) === undefined ? submitting.error : null,
    isPending: submitting.isPending,
  }
}

export type IdentityWork = ReturnType<typeof useIdentityForm>
