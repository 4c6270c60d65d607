export { createAddresses, linesOfAddress, type Addresses } from './addresses.ts'
export { addressesModule } from './addresses.module.ts'
export { addressesRoutes } from './addresses.routes.ts'
export {
  addressAddedAfter,
  addressShared,
  addressSharers,
  findAddress,
  findBookedAddress,
  shareAddress,
} from './addresses.store.ts'
export type { AddressesDeps, AddressEvent } from './addresses.deps.ts'
