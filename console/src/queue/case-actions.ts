import { createContext, useContext, useLayoutEffect } from 'react'

/** What the keys A and R do for the case that stands open; absent where the case does not take it. */
export type CaseActions = {
  readonly approve?: (() => void) | undefined
  readonly reject?: (() => void) | undefined
  /** Set where this operator has approved already: the case is free for the operator who is awaited next. */
  readonly spoken?: boolean | undefined
}

/** What a dialog calls when its decision was taken: the queue around the case goes on to the next one. */
export const DecidedContext = createContext<() => void>(() => {})

/** How an open case gives the queue around it what its keys do. */
export const CaseActionsContext = createContext<(actions: CaseActions) => void>(() => {})

/** Gives the queue around an open case what its two keys do. Both functions must be kept from render to render. */
export function useCaseActions({ approve, reject, spoken }: CaseActions): void {
  const notify = useContext(CaseActionsContext)
  // With the buttons themselves: a key pressed once a button can be seen must not be lost.
  useLayoutEffect(() => {
    notify({ approve, reject, spoken })
    return () => notify({})
  }, [notify, approve, reject, spoken])
}
