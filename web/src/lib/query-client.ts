import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { followSessionFrames } from '../feed/customer-queries.ts'
import { onFeedReturned } from '../feed/price-socket.ts'
import { keepProblems, watchPresses } from './keep-problems.ts'
import { isRefused, Unreached } from './problem.ts'
import { reportProblem } from './report-problem.ts'
import { currentSession, subscribeSession } from './session.ts'

const isTimeout = (problem: unknown): boolean => problem instanceof Unreached && problem.kind === 'timeout'

/**
 * What a customer owns stands under the key `['mine', mode, …]`, so that the two accounts never show each other's data.
 * A mutation that shows its own problems is marked with `meta: { handled: true }`; all others reach a toast.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (problem) => isTimeout(problem) && reportProblem(problem) }),
  mutationCache: new MutationCache({
    onError: (...[problem, , , mutation]) => {
      if (mutation.meta?.['handled'] !== true && !isRefused(problem, 'sessionEnded')) reportProblem(problem)
    },
  }),
  defaultOptions: {
    queries: {
      // Without a network too: the app's worker responds with what was last known.
      networkMode: 'always',
      staleTime: 10_000,
      // A server whose database is silent for a moment reports it at once: it is called again before the page shows a problem.
      // What was waited for 90 s is not waited for again without a word.
      retry: (failures, problem) =>
        problem instanceof Unreached
          ? !isTimeout(problem) && failures < 2
          : isRefused(problem, 'fault') && failures < 1,
    },
    // A browser that thinks it is offline does not keep what was pressed and send it later: it is sent now or fails now.
    mutations: { networkMode: 'always', retry: false },
  },
})

let token = currentSession()?.token

// No data outlives its session, and after a lost connection everything shown is requested again.
subscribeSession(() => {
  if (token === currentSession()?.token) return
  token = currentSession()?.token
  queryClient.removeQueries({ queryKey: ['mine'] })
})
onFeedReturned(() => void queryClient.invalidateQueries())
followSessionFrames(queryClient)
keepProblems(queryClient.getQueryCache(), {
  // Where the page is made at build time no event is handled.
  isPressed: typeof document === 'undefined' ? () => false : watchPresses(document),
})
