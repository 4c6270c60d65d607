import { useMutation, useQueryClient } from '@tanstack/react-query'
import { NotProved, withProof } from '../../../lib/proof.ts'
import { keepSession } from '../../../lib/session.ts'
import type { SignedIn } from '../signed-in.ts'

const isSignedIn = (response: unknown): response is SignedIn =>
  typeof response === 'object' && response !== null && 'token' in response && 'user' in response

/**
 * A change of what protects the account: requests a recent proof where the server wants one, goes on under the new
 * session that some changes return, and reads everything about security again.
 */
export function useChange<V, R>(act: (requested: V) => Promise<R>, onDone: (response: R, requested: V) => void) {
  const queries = useQueryClient()
  const change = useMutation({
    meta: { handled: true },
    mutationFn: (requested: V) => withProof(() => act(requested)),
    onSuccess: (response, requested) => {
      if (isSignedIn(response)) keepSession(response.token, response.user)
      onDone(response, requested)
      return queries.invalidateQueries({ queryKey: ['mine', 'security'] })
    },
  })
  const problem = change.error instanceof NotProved ? null : change.error
  return { run: change.mutate, isPending: change.isPending, requested: change.variables, problem, reset: change.reset }
}
