import type { OperatorRoute } from '@evenhand/protocol/operator-route.ts'
import type { SignedInOperator } from '@evenhand/protocol/operators.ts'
import { createStore, useStore } from '@evenhand/ui/store.ts'

/**
 * Who is signed in. The session itself is a cookie that no script can read; this is what the server returned of it, and it
 * lives only as long as the page.
 */
const store = createStore<SignedInOperator | undefined>(undefined)

/** The operator who is signed in, with roles and permitted calls as the server returned them; undefined before sign-in. */
export const currentOperator = (): SignedInOperator | undefined => store.get()
/** The same for a component, which renders again at sign-in and sign-out. */
export const useOperator = (): SignedInOperator | undefined => useStore(store)
export const keepOperator = store.set
export const subscribeOperator = store.subscribe

const callOf = ({ method, path }: Pick<OperatorRoute, 'method' | 'path'>): string => `${method} ${path}`

/** Whether these roles may make a call; the server decides, and refuses what a page tries all the same. */
export const mayCall = (
  operator: SignedInOperator | undefined,
  route: Pick<OperatorRoute, 'method' | 'path'>,
): boolean => operator?.may.includes(callOf(route)) === true

/** The same for the operator who is signed in. */
export const useMay = (): ((route: Pick<OperatorRoute, 'method' | 'path'>) => boolean) => {
  const operator = useOperator()
  return (route) => mayCall(operator, route)
}
