import { isRefused, type Refused } from './problem.ts'
import { createStore, useStore } from './store.ts'

/** A call that waits until its customer has proved who sits here. */
type PendingProof = { readonly refusal: Refused; readonly done: () => void; readonly cancel: () => void }

const store = createStore<PendingProof | undefined>(undefined)

/** The customer did not go on; what was requested has not been done. */
export class NotProved extends Error {
  override readonly name = 'NotProved'
}

/** The sheet on the screen: what was requested on another screen is not proved here. */
let sheet: symbol | undefined
/** The open prompt; a call that needs a proof meanwhile waits for the same one. */
let requested: Promise<void> | undefined

const request = (refusal: Refused): Promise<void> =>
  new Promise<void>((resolve, reject) => {
    store.set({ refusal, done: resolve, cancel: () => reject(new NotProved()) })
  }).finally(() => {
    requested = undefined
    store.set(undefined)
  })

/**
 * Makes a call that may need a recent proof (40036): the sheet of the screen requests it, and then the same call is made
 * again. Throws NotProved where the customer closes the sheet or leaves its screen, and where the screen has none.
 */
export async function withProof<T>(act: () => Promise<T>): Promise<T> {
  const here = sheet
  try {
    return await act()
  } catch (problem) {
    if (!isRefused(problem, 'proofNeeded')) throw problem
    if (here === undefined || sheet !== here) throw new NotProved()
    await (requested ??= request(problem))
    return act()
  }
}

/** The call that waits for a proof, with its refusal (40036) and what ends the wait; undefined while none does. */
export const usePendingProof = (): PendingProof | undefined => useStore(store)

/** A sheet comes on the screen; the response takes it away, and what waited for its proof is not done, now or later. */
export function enterSheet(): () => void {
  const mine = Symbol('sheet')
  sheet = mine
  return () => {
    if (sheet === mine) sheet = undefined
    store.get()?.cancel()
  }
}
