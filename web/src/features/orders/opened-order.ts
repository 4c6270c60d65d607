import { createStore } from '../../lib/store.ts'

/** The order whose sheet is open over the page, whichever it is. */
export const openedOrder = createStore<string | undefined>(undefined)

/** Opens an order's sheet over the page. */
export const openOrder = (id: string): void => openedOrder.set(id)
