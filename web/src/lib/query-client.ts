import { MutationCache, QueryClient } from '@tanstack/react-query'
import { isRefused, Unreached } from './problem.ts'
import { reportProblem } from './report-problem.ts'

/** A mutation that shows its own problems says so with `meta: { handled: true }`; all others reach a toast. */
export const queryClient = new QueryClient({
  mutationCache: new MutationCache({
    onError: (problem, _ask, _context, mutation) => {
      if (mutation.meta?.['handled'] !== true && !isRefused(problem, 'sessionEnded')) reportProblem(problem)
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, problem) => problem instanceof Unreached && failures < 2,
    },
    mutations: { retry: false },
  },
})
