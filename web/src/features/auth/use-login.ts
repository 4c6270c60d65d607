import { login } from '@evenhand/protocol/accounts.ts'
import { passkeySignIn, type ProofNeeded } from '@evenhand/protocol/second-factor.ts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@evenhand/ui/router.ts'
import { useState } from 'react'
import { safeBack } from '../../lib/back.ts'
import { call } from '../../lib/call.ts'
import { keepSession } from '../../lib/session.ts'
import { retryAfter, type Problems } from '../../lib/proving/form-problem.ts'
import { loginField, loginProblems, type LoginField, type LoginState } from './login-form.ts'
import { requestPasskey } from '@evenhand/ui/passkey.ts'
import { neededOf, type Proof } from '../../lib/proving/proof-needed.ts'
import { useCountdown } from '../../lib/proving/use-countdown.ts'

/** Signing in: by account and password, with a second factor where there is one, or by a passkey alone. */
export function useLogin(back: string | undefined) {
  const navigate = useNavigate()
  const [state, setState] = useState<LoginState>({ account: '', password: '' })
  const [problems, setProblems] = useState<Problems<LoginField>>({})
  const [attempt, setAttempt] = useState(0)
  const [needed, setNeeded] = useState<ProofNeeded | undefined>()
  const [wait, startWait] = useCountdown()
  const show = (found: Problems<LoginField>) => {
    setProblems(found)
    setAttempt((count) => count + 1)
  }
  const send = async ({ otp, passkey }: Proof, { account, password }: LoginState) => {
    const { token, user } = await call(login, { account: account.trim(), password, otp, passkey })
    keepSession(token, user)
    void navigate({ href: safeBack(back), replace: true })
  }
  const sending = useMutation({
    meta: { handled: true },
    mutationFn: (sent: LoginState) => send({}, sent),
    onError: (problem) => {
      setNeeded(neededOf(problem))
      const field = loginField(problem)
      if (field) show({ [field]: problem })
      startWait(retryAfter(problem))
    },
  })
  const byPasskey = useMutation({
    meta: { handled: true },
    mutationFn: async () =>
      send({ passkey: await requestPasskey(await call(passkeySignIn, {})) }, { account: '', password: '' }),
    onError: (problem) => startWait(retryAfter(problem)),
  })
  const change = (part: Partial<LoginState>) => {
    setState({ ...state, ...part })
    setProblems({})
    sending.reset()
    byPasskey.reset()
  }
  const submit = () => {
    const found = loginProblems(state)
    show(found)
    byPasskey.reset()
    if (Object.keys(found).length === 0 && !sending.isPending && wait === 0) sending.mutate(state)
  }
  const goBack = () => {
    setNeeded(undefined)
    sending.reset()
  }
  const sendProved = (proof: Proof) => send(proof, state)
  return { state, change, problems, attempt, wait, sending, byPasskey, submit, needed, goBack, sendProved }
}
