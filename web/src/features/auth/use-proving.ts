import type { PasskeyChallenge } from '@evenhand/protocol/passkey-shapes.ts'
import type { ProofNeeded } from '@evenhand/protocol/second-factor.ts'
import { useRef, useState } from 'react'
import { asciiCode } from '../../lib/proving/account-form.ts'
import { retryAfter } from '../../lib/proving/form-problem.ts'
import { requestPasskey } from '@evenhand/ui/passkey.ts'
import { neededOf, type Proof } from '../../lib/proving/proof-needed.ts'
import { useCountdown } from '../../lib/proving/use-countdown.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'

/** A challenge is good for five minutes; one near its end is requested anew. */
const challengeMs = 4 * minuteMs

export type Send = (proof: Proof) => Promise<unknown>

/** Repeats a call with a proof, until it is accepted. A challenge is used once; for the next try another is fetched. */
export function useProving(needed: ProofNeeded, send: Send) {
  const [problem, setProblem] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const [busy, setBusy] = useState<'typed' | 'passkey' | undefined>()
  const [wait, startWait] = useCountdown()
  const [came] = useState(() => performance.now())
  const unused = useRef(needed.challenge)
  const run = async (by: 'typed' | 'passkey', act: () => Promise<unknown>) => {
    if (busy || wait > 0) return
    setBusy(by)
    setProblem(null)
    try {
      await act()
    } catch (cause) {
      setProblem(cause)
      startWait(retryAfter(cause))
    }
    setAttempt((count) => count + 1)
    setBusy(undefined)
  }
  const takeChallenge = async (): Promise<PasskeyChallenge> => {
    const kept = unused.current
    unused.current = undefined
    if (kept && performance.now() - came < challengeMs) return kept
    const again = await send({}).then(
      () => undefined,
      (cause: unknown) => neededOf(cause)?.challenge ?? Promise.reject(cause),
    )
    if (!again) throw new Error('nothing had to be proved')
    return again
  }
  return {
    problem,
    clear: () => setProblem(null),
    attempt,
    busy,
    wait,
    typed: (proof: { otp?: string; password?: string }) =>
      void run('typed', () => send(proof.otp === undefined ? proof : { otp: asciiCode(proof.otp) })),
    passkey: () => void run('passkey', async () => send({ passkey: await requestPasskey(await takeChallenge()) })),
  }
}
