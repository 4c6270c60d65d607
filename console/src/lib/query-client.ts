import { MutationCache, QueryClient } from '@tanstack/react-query'
import { isRefused, Unreached } from '@evenhand/protocol/wire.ts'
import { currentOperator, subscribeOperator } from './session.ts'

type Listener = (problem: unknown) => void
let notify: Listener = () => {}
/** The part that shows the problems that no screen shows by itself. */
export const onProblem = (listener: Listener): void => void (notify = listener)

/** A mutation that shows its own problems is marked with `meta: { handled: true }`; all others reach a toast. */
export const queryClient = new QueryClient({
  mutationCache: new MutationCache({
    onError: (...[problem, , , mutation]) => {
      if (mutation.meta?.['handled'] !== true && !isRefused(problem, 'sessionEnded')) notify(problem)
    },
  }),
  // A browser that thinks it is offline does not decide: what was pressed is sent now or fails now, and never later unseen.
  defaultOptions: {
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 5000,
      // A server whose database is silent for a moment reports it at once: it is called again before the screen shows a problem.
      retry: (failures, problem) =>
        problem instanceof Unreached ? failures < 2 : isRefused(problem, 'fault') && failures < 1,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

let id = currentOperator()?.operator.id
// No operator sees what another one loaded.
subscribeOperator(() => {
  if (id === currentOperator()?.operator.id) return
  id = currentOperator()?.operator.id
  queryClient.clear()
})
