import type { CustomerIdentification } from '@evenhand/protocol/identification.ts'
import { useEffect, useMemo, useState } from 'react'
import { forgetIdentityForm, useSession } from '../../lib/session.ts'
import { beginForm, fieldsOfForm, toCorrect, type IdentityForm } from './identity-form.ts'
import { requestedSteps, type IdentityStep } from './identity-steps.ts'
import { keepForm, readKeptForm } from './kept-form.ts'

/**
 * What is filled in so far and where in the form the customer is, kept in this browser from the first change on until
 * `isSent`. `whole` opens every field of a form that is to be corrected.
 */
export function useFormState(own: CustomerIdentification, isSent: boolean) {
  const user = useSession()?.user
  const owner = useMemo(() => ({ customerId: user?.id ?? '', after: own.submittedAt }), [user?.id, own.submittedAt])
  const begun = () => beginForm(own, { country: user?.country ?? '', email: user?.email ?? '' })
  const [kept] = useState(() => readKeptForm(owner))
  const [form, setForm] = useState<IdentityForm>(() => kept?.form ?? begun())
  const [whole, setWhole] = useState(kept?.whole ?? false)
  const [wanted, setStep] = useState<IdentityStep>(kept?.step ?? 'person')
  const [touched, setTouched] = useState(kept !== undefined)
  const requested = useMemo(() => (whole ? fieldsOfForm(own) : toCorrect(own)), [whole, own])
  const steps = requestedSteps(form, requested)
  const step = steps.includes(wanted) ? wanted : (steps[0] ?? 'check')
  useEffect(() => {
    if (touched && !isSent && owner.customerId !== '') keepForm(owner, { form, step, whole })
  }, [owner, form, step, whole, touched, isSent])
  const clear = () => {
    forgetIdentityForm()
    setTouched(false)
    setWhole(false)
    setForm(begun())
    setStep('person')
  }
  const openAll = () => {
    setTouched(true)
    setWhole(true)
    setStep('person')
  }
  return { form, setForm, whole, setWhole, requested, steps, step, setStep, touched, setTouched, clear, openAll }
}
