import { isRefused, type Refused } from './problem.ts'
import { createStore, useStore } from './store.ts'

/** A call that waits until its customer has proved who sits here. */
type Asking = { readonly refusal: Refused; readonly done: () => void; readonly cancel: () => void }

const store = createStore<Asking | undefined>(undefined)

/** The customer did not go on; what was asked for has not been done. */
export class NotProved extends Error {
  override readonly name = 'NotProved'
}

/**
 * Makes a call that may need a recent proof (40036): the sheet of the screen asks for it, and then the same call is made
 * again. Throws NotProved where the customer closes the sheet. The screen shows `ProofSheet`, else nobody is asked.
 */
export async function withProof<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (problem) {
    if (!isRefused(problem, 'proofNeeded')) throw problem
    await new Promise<void>((resolve, reject) => {
      const cancel = () => reject(new NotProved())
      store.set({ refusal: problem, done: resolve, cancel })
    }).finally(() => store.set(undefined))
    return act()
  }
}

export const useAskedProof = (): Asking | undefined => useStore(store)
