import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { newKey, type CallOptions } from './call.ts'
import { isEffectUnknown } from './problem.ts'
import { refreshAfter } from './refresh-after.ts'
import { currentMode } from './session.ts'

const textOf = (request: unknown): string =>
  JSON.stringify(request, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)) ?? ''

/**
 * Sends one change of what the customer owns. The key stays the same for the same request until its effect is known, so
 * that a second press cannot do it twice; afterwards everything the customer owns is requested again. Problems are shown
 * by the caller.
 */
export function useKeyedChange<V, T>(
  send: (request: V, options: CallOptions) => Promise<T>,
  onDone: (result: T) => void,
) {
  const queries = useQueryClient()
  const kept = useRef<{ key: string; text: string }>(undefined)
  return useMutation({
    mutationFn: (request: V) => {
      const mode = currentMode()
      const text = textOf([mode, request])
      if (kept.current?.text !== text) kept.current = { key: newKey(), text }
      return send(request, { key: kept.current.key, mode })
    },
    onSuccess: (result) => {
      kept.current = undefined
      onDone(result)
    },
    onError: (problem) => {
      if (!isEffectUnknown(problem)) kept.current = undefined
    },
    onSettled: refreshAfter(queries, ['mine']),
    meta: { handled: true },
  })
}
