import { sendCode } from '@evenhand/protocol/accounts.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/call.ts'
import { asciiCode } from '../../../lib/proving/account-form.ts'
import { retryAfter } from '../../../lib/proving/form-problem.ts'
import { canUsePasskeys } from '@evenhand/ui/passkey.ts'
import { useSecurity } from '../../../lib/proving/use-security.ts'
import { useCountdown } from '../../../lib/proving/use-countdown.ts'
import type { ActionProof } from './action-proof.ts'

type ProofParams = {
  scene: 'withdraw' | 'address' | 'fundpwd'
  /** What a mailed code is for and nothing else; empty where the scene is enough. */
  boundTo: string
  /** Both the mailed code and the second factor are requested. */
  both?: boolean
}

/**
 * What confirms an action: the second factor where there is one, else a code that is mailed for this very content. A code
 * that was sent for something else counts as not sent.
 */
export function useActionProof({ scene, boundTo, both = false }: ProofParams) {
  const { data: known } = useSecurity()
  const [code, setCode] = useState('')
  const [otp, setOtp] = useState('')
  const [wait, startWait] = useCountdown()
  const sending = useMutation({
    meta: { handled: true },
    mutationFn: (quoteId: string) => call(sendCode, { to: '', scene, ...(quoteId === '' ? {} : { quoteId }) }),
    onSuccess: ({ resendIn }) => startWait(resendIn),
    onError: (problem) => startWait(retryAfter(problem)),
  })
  const byPasskey = (known?.passkeys.length ?? 0) > 0
  const hasFactor = known !== undefined && (known.otp || byPasskey)
  const ways = {
    code: known !== undefined && (both || !hasFactor),
    otp: hasFactor && (known.otp || known.recoveryLeft > 0),
    app: known?.otp === true,
    passkey: byPasskey && canUsePasskeys(),
    factor: hasFactor,
  }
  return {
    isKnown: known !== undefined,
    provedUntil: known?.provedUntil ?? null,
    ways,
    code,
    otp,
    wait,
    setCode,
    setOtp,
    /** Sends a code for what is to be confirmed now, or for `what` where that has just become known. */
    send: (what = boundTo) => {
      if (wait === 0 && !sending.isPending) sending.mutate(what)
    },
    /** There is something yet that a code can be for. */
    canSend: scene === 'fundpwd' || boundTo !== '',
    isSending: sending.isPending,
    isSent: sending.isSuccess && sending.variables === boundTo,
    sendProblem: sending.error,
    isMissing: (ways.code && code.trim() === '') || (ways.otp && otp.trim() === ''),
    isCodeMissing: ways.code && code.trim() === '',
    typed: (): ActionProof => ({
      ...(ways.code ? { code: asciiCode(code) } : {}),
      ...(ways.otp && otp.trim() !== '' ? { otp: asciiCode(otp) } : {}),
    }),
    clear: () => {
      setCode('')
      setOtp('')
    },
  }
}

export type ActionProving = ReturnType<typeof useActionProof>
