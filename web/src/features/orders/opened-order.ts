import type { AccountMode } from '@evenhand/protocol/money.ts'
import { createStore } from '../../lib/store.ts'

type Opened = { readonly id: string; readonly mode: AccountMode | undefined }

/** The order whose sheet is open over the page, whichever it is. */
export const openedOrder = createStore<Opened | undefined>(undefined)

/** Opens an order's sheet over the page. `mode`: the account it is of, where that is not the one in use. */
export const openOrder = (id: string, mode?: AccountMode): void => openedOrder.set({ id, mode })
