import { repassword } from '@evenhand/protocol/sessions.ts'
import type { ProofNeeded } from '@evenhand/protocol/second-factor.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { keepSession } from '../../lib/session.ts'
import { asciiCode } from '../../lib/proving/account-form.ts'
import { retryAfter, type Problem, type Problems } from '../../lib/proving/form-problem.ts'
import { newPasswordProblem, repasswordRefused, type RepasswordField, type RepasswordState } from './new-password.ts'
import { neededOf, type Proof } from '../../lib/proving/proof-needed.ts'
import { useCountdown } from '../../lib/proving/use-countdown.ts'

/** A new password by a mailed code; where there is a second factor, the same call is repeated with it. */
export function useReset(account: string) {
  const [state, setState] = useState<RepasswordState>({ old: '', code: '', password: '', confirm: '' })
  const [problems, setProblems] = useState<Problems<RepasswordField>>({})
  const [attempt, setAttempt] = useState(0)
  const [needed, setNeeded] = useState<ProofNeeded | undefined>()
  const [done, setDone] = useState(false)
  const [wait, startWait] = useCountdown()
  const show = (found: Problems<RepasswordField>) => {
    setProblems(found)
    setAttempt((count) => count + 1)
  }
  const send = async (proof: Proof = {}) => {
    const { code, password, confirm } = state
    const factor = { otp: proof.otp, passkey: proof.passkey }
    const { token, user } = await call(repassword, {
      account,
      code: asciiCode(code),
      new: password,
      confirm,
      ...factor,
    })
    if (token !== undefined && user !== undefined) keepSession(token, user)
    setNeeded(undefined)
    setDone(true)
  }
  /** Past the second factor a refusal of the form brings its fields back. */
  const sendProved = (proof: Proof) =>
    send(proof).catch((problem: unknown) => {
      const found = repasswordRefused(problem)
      // A wrong second factor has the code of a wrong mail; it stays where it was typed.
      if (found.password || found.confirm) {
        setNeeded(undefined)
        show(found)
      }
      throw problem
    })
  const sending = useMutation({
    meta: { handled: true },
    mutationFn: () => send(),
    onError: (problem) => {
      const requested = neededOf(problem)
      if (requested) setNeeded(requested)
      else show(repasswordRefused(problem))
      startWait(retryAfter(problem))
    },
  })
  const change = (part: Partial<RepasswordState>) => {
    setState((before) => ({ ...before, ...part }))
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))))
    if (sending.isError) sending.reset()
  }
  const submit = () => {
    const found: [RepasswordField, Problem | undefined][] = [
      ['code', asciiCode(state.code) === '' ? 'codeMissing' : undefined],
      ['password', newPasswordProblem(state.password, [account])],
      ['confirm', state.confirm === state.password ? undefined : 'confirmDifferent'],
    ]
    const wrong = found.filter(([, problem]) => problem !== undefined)
    show(Object.fromEntries(wrong))
    if (wrong.length === 0 && !sending.isPending && wait === 0) sending.mutate()
  }
  return { state, change, problems, setProblems, attempt, wait, sending, submit, needed, setNeeded, sendProved, done }
}
