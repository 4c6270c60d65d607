import { useMutation, useQueryClient } from '@tanstack/react-query'
import { productNow } from '../../../feed/quote-store.ts'
import { NotProved, withProof } from '../../../lib/proof.ts'
import { refreshAfter } from '../../../lib/refresh-after.ts'
import { actionByPasskey, type ProvedAction, type ActionProof } from './action-proof.ts'

type ActionParams<R> = {
  action: ProvedAction<R>
  /** Until when the last proof of this session counts, where the action needs a recent one beside what confirms it. */
  provedUntil?: number | null
  onDone: () => void
}

/**
 * Does an action with what confirms it. One that needs a recent proof as well requests that first, by the sheet of the page;
 * with one that still counts, 40036 speaks of the action itself and no sheet opens.
 */
export function useProvedAction<R>({ action, provedUntil, onDone }: ActionParams<R>) {
  const client = useQueryClient()
  const doing = useMutation({
    meta: { handled: true },
    mutationFn: (by: ActionProof | 'passkey') => {
      const isProved = provedUntil === undefined || (provedUntil !== null && provedUntil > productNow())
      const guarded: ProvedAction<R> = (proof) => (isProved ? action(proof) : withProof(() => action(proof)))
      if (by !== 'passkey') return guarded(by)
      // The challenge that is signed is the one for the action, which is named once the session is proved.
      return actionByPasskey((proof) => (proof.passkey === undefined ? guarded(proof) : action(proof)))
    },
    onSuccess: onDone,
    onSettled: refreshAfter(client, ['mine', 'security'], ['mine', 'fundPassword'], ['mine', 'addresses']),
  })
  return {
    run: doing.mutate,
    isPending: doing.isPending,
    problem: doing.error instanceof NotProved ? null : doing.error,
    reset: doing.reset,
  }
}
