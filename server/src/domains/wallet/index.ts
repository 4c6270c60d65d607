import { createDeposits } from './deposits.ts'
import type { DepositsDeps } from './deposits.deps.ts'

export { chainGauges } from './chain/chain-gauges.ts'
export { openChains, type WatchedChain } from './chain/open-chains.ts'
export { startWatching } from './chain/watch-chain.ts'
export { assetsRoutes, type AssetsDeps } from './assets.ts'
export { convertedVolume } from './converted-volume.ts'
export { conversionsRoutes, createConversions, type Conversions } from './conversions.ts'
export { nameMovements } from './name-movements.ts'
export { openSandboxInventory } from './open-inventory.ts'
export { conversionsAfter } from './sealed-conversions.ts'
export type { ConversionsDeps } from './conversions.deps.ts'
export { depositsConsole } from './deposits.console.ts'
export { depositsRoutes } from './deposits.routes.ts'
export { waitingDeposit } from './waiting-deposit.ts'
export { waitingWithdrawal } from './waiting-withdrawal.ts'
export { ownDepositNo, ownWithdrawalNo } from './own-numbers.store.ts'
export { depositQueue, depositWaits, fundResetQueue, withdrawalQueue, withdrawalWaits } from './queues.store.ts'
export { fundResetConsole } from './fund-reset.console.ts'
export { walletTold } from './personal-data.ts'
export { usdtEquivalent, type UsdtEquivalent } from './usdt-equivalent.ts'
export type { DepositsConsoleDeps } from './deposits-console.deps.ts'
export { withdrawalsConsole } from './withdrawals.console.ts'
export { withdrawalsRoutes } from './withdrawals.routes.ts'
export { createWithdrawals, withdrawalMethods, type Withdrawals } from './withdrawals.ts'
export type { WalletEvent, WithdrawalsDeps } from './withdrawals.deps.ts'
export type { DepositAddresses, DepositsDeps } from './deposits.deps.ts'

/** Each part of the wallet with what it needs: coins that come in, coins that go out, one coin for another. */
export type WalletDeps = { deposits: DepositsDeps }

/** Coins that come in and go out, and what customers keep for it. */
export const createWallet = (of: WalletDeps) => ({ deposits: createDeposits(of.deposits) })

export type Wallet = ReturnType<typeof createWallet>
