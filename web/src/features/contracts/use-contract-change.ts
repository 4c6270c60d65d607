import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { newKey, type CallOptions } from '../../lib/call.ts'
import { isEffectUnknown } from '../../lib/problem.ts'
import { currentMode } from '../../lib/session.ts'

/**
 * Sends one change of a contract. The key stays the same until an answer is known, so that a second press cannot do it
 * twice; afterwards everything the customer owns is asked for again.
 */
export function useContractChange<T>(send: (options: CallOptions) => Promise<T>, onDone: (result: T) => void) {
  const queries = useQueryClient()
  const key = useRef<string>(undefined)
  return useMutation({
    mutationFn: () => {
      key.current ??= newKey()
      return send({ key: key.current, mode: currentMode() })
    },
    onSuccess: (result) => {
      key.current = undefined
      onDone(result)
    },
    onError: (problem) => {
      if (!isEffectUnknown(problem)) key.current = undefined
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['mine'] }),
    meta: { handled: true },
  })
}
