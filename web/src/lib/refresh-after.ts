import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * For `onSettled` of a change: requests again what it may have altered. A success waits for it, so that its button stays
 * busy until the page shows what the change made of it. A refusal does not: its text and the next press would wait too.
 */
export const refreshAfter =
  (client: QueryClient, ...changed: readonly QueryKey[]) =>
  (_result: unknown, problem: Error | null): Promise<unknown> | undefined => {
    const fresh = Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey })))
    return problem === null ? fresh : undefined
  }
