import {
  addAddress,
  deleteAddress,
  listAddresses,
  setWhitelistMode,
  updateAddress,
  whitelistMode,
} from '@evenhand/protocol/addresses.ts'
import { handle, type Mounted } from '../../kernel/http/http.ts'
import type { Addresses } from './addresses.ts'

/** Requests of a customer about the address book and its whitelist. */
export const addressesRoutes = (addresses: Addresses): Mounted[] => [
  handle(listAddresses, addresses.list),
  handle(addAddress, addresses.add),
  handle(updateAddress, addresses.update),
  handle(deleteAddress, addresses.remove),
  handle(whitelistMode, addresses.whitelistMode.read),
  handle(setWhitelistMode, addresses.whitelistMode.choose),
]
