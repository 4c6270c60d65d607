import { useMutation, useQueryClient } from '@tanstack/react-query'
import { productNow } from '../../../feed/quote-store.ts'
import { NotProved, withProof } from '../../../lib/proof.ts'
import { actByPasskey, type Act, type ActProof } from './act-proof.ts'

type ActParams<R> = {
  act: Act<R>
  /** Until when the last proof of this session counts, where the act needs a recent one beside what confirms it. */
  provedUntil?: number | null
  onDone: () => void
}

/**
 * Does an act with what confirms it. One that needs a recent proof as well requests that first, by the sheet of the page;
 * with one that still counts, 40036 speaks of the act itself and no sheet opens.
 */
export function useAct<R>({ act, provedUntil, onDone }: ActParams<R>) {
  const client = useQueryClient()
  const doing = useMutation({
    meta: { handled: true },
    mutationFn: (by: ActProof | 'passkey') => {
      const isProved = provedUntil === undefined || (provedUntil !== null && provedUntil > productNow())
      const guarded: Act<R> = (proof) => (isProved ? act(proof) : withProof(() => act(proof)))
      if (by !== 'passkey') return guarded(by)
      // The challenge that is signed is the one for the act, which is named once the session is proved.
      return actByPasskey((proof) => (proof.passkey === undefined ? guarded(proof) : act(proof)))
    },
    onSuccess: onDone,
    onSettled: () =>
      Promise.all(
        ['security', 'fundPassword', 'addresses'].map((part) => client.invalidateQueries({ queryKey: ['mine', part] })),
      ),
  })
  return {
    run: doing.mutate,
    isPending: doing.isPending,
    problem: doing.error instanceof NotProved ? null : doing.error,
    reset: doing.reset,
  }
}
