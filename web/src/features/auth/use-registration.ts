import { checkUserNameOrPhone, register } from '@evenhand/protocol/accounts.ts'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../lib/call.ts'
import { keepSession } from '../../lib/session.ts'
import { currentLang } from '../../lib/settings.ts'
import { emailProblem, usernameProblem } from '../../lib/proving/account-form.ts'
import { localRefusal, retryAfter, type Problems } from '../../lib/proving/form-problem.ts'
import {
  emptyRegistration,
  refusedFields,
  registerRequest,
  registerProblems,
  type RegisterField,
  type RegisterState,
} from './register-form.ts'
import { useCountdown } from '../../lib/proving/use-countdown.ts'

export type FormFacts = { proposedCountry: string | null; termsVersion: string; minAge: number }

/** The registration: what is typed, what is wrong with it, and the call. */
export function useRegistration(facts: FormFacts, params: { ref: string; onDone: () => void }) {
  const [state, setState] = useState<RegisterState>({
    ...emptyRegistration,
    country: facts.proposedCountry ?? '',
    inviteCode: params.ref,
  })
  const typed = useRef(state)
  const [problems, setProblems] = useState<Problems<RegisterField>>({})
  const [attempt, setAttempt] = useState(0)
  const [wait, startWait] = useCountdown()
  const show = (found: Problems<RegisterField>) => {
    setProblems(found)
    setAttempt((count) => count + 1)
  }
  const sending = useMutation({
    meta: { handled: true },
    mutationFn: (sent: RegisterState) =>
      call(register, registerRequest(sent, { termsVersion: facts.termsVersion, lang: currentLang() })),
    onSuccess: ({ token, user }) => {
      params.onDone()
      keepSession(token, user)
    },
    onError: (problem) => {
      show(refusedFields(problem))
      startWait(retryAfter(problem))
    },
  })
  const change = (part: Partial<RegisterState>) => {
    typed.current = { ...typed.current, ...part }
    setState(typed.current)
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))))
    if (sending.isError) sending.reset()
  }
  const submit = () => {
    const found = registerProblems(state, facts.minAge)
    show(found)
    if (Object.keys(found).length === 0 && !sending.isPending && wait === 0) sending.mutate(state)
  }
  /** Shows early that a name or address is taken. Only a help: a failure of this call shows nothing. */
  const checkTaken = async (field: 'username' | 'email') => {
    const text = state[field].trim()
    if (text === '' || (field === 'email' ? emailProblem(text) : usernameProblem(text)) !== undefined) return
    const response = await call(checkUserNameOrPhone, { [field]: text }).catch(() => undefined)
    const taken = localRefusal(field === 'email' ? 'emailTaken' : 'usernameTaken')
    // About the present value of the field, not the one that was sent.
    if (response?.exists === true && typed.current[field].trim() === text)
      setProblems((before) => ({ ...before, [field]: taken }))
  }
  return { state, change, problems, setProblems, attempt, wait, sending, submit, checkTaken }
}
