import type {
  buyContract,
  cancelContract,
  closeContract,
  getContractOrderById,
  listContractOrder,
  previewContract,
  updateContract,
} from '@evenhand/protocol/contracts.ts'
import * as z from 'zod/mini'
import type { Call } from '../../kernel/http/http.ts'
import type { Started } from '../../kernel/module/module.ts'
import { createAcceptLane } from './accept-orders.ts'
import { accountMargin, type KnownContracts } from './account-now.ts'
import { buy, responseByKey } from './buy-contract.ts'
import { byNumber } from './contract-instrument.ts'
import { namesOf } from './contract-names.ts'
import type { ContractsDeps } from './contracts.deps.ts'
import { contractsConsole } from './contracts.console.ts'
import { createHoldingJob } from './contracts.jobs.ts'
import { byId, list } from './list-contracts.ts'
import { notifyExpiry } from './notify-expiry.ts'
import { preview } from './preview-contract.ts'
import { cancel, close, update, type ChangeDeps } from './request-change.ts'
import { openSandboxReserves } from './reserve.ts'
import type { CustomersOf } from './risk/largest-accounts.ts'

export { contractCauses } from './contract-causes.ts'
export { createContractLog } from './contract-log.ts'
export { termsOnOffer } from './contract-instrument.ts'
export { firstContractTerms, openContractTerms, type DecidedContractTerms } from './terms-book.ts'
export { contractsModule } from './contracts.module.ts'
export { contractModesOn } from './contracts.rules.ts'
export { contractNoText } from './contracts.rules.ts'
export { openContract } from './open-contract.ts'
export { feesPaid, type FeePaid } from './fees-paid.ts'
export { tradesSince } from './order-sums.store.ts'
export type { ContractsDeps } from './contracts.deps.ts'

/** Leveraged contracts: previews, orders, positions, and the process that holds the recorded ticks against them. */
export function createContracts(given: ContractsDeps) {
  const known: KnownContracts = { ...given, instrumentOf: byNumber(given.markets) }
  const lane = createAcceptLane(known)
  const holding = createHoldingJob({ ...known, changed: given.changed ?? (() => undefined) })
  const changes: ChangeDeps = { ...known, nextSecond: holding.nextSecond }
  return {
    preview: (request: z.output<typeof previewContract.request>, call: Call) => preview(known, request, call),
    buy: (request: z.output<typeof buyContract.request>, call: Call) => buy({ ...known, lane }, request, call),
    close: (request: z.output<typeof closeContract.request>, call: Call) => close(changes, request, call),
    update: (request: z.output<typeof updateContract.request>, call: Call) => update(changes, request, call),
    cancel: (request: z.output<typeof cancelContract.request>, call: Call) => cancel(changes, request, call),
    list: (request: z.output<typeof listContractOrder.request>, call: Call) => list(known, request, call),
    byId: (request: z.output<typeof getContractOrderById.request>, call: Call) => byId(known, request, call),
    /** What buyContract returned first under a key; undefined where the key is of no contract. */
    responseByKey: (params: Parameters<typeof responseByKey>[1]) => responseByKey(known, params),
    accountMargin: (_: object, call: Call) => accountMargin(known, call),
    /** Opens the reserves as the owner of the tables, once; what a sandbox does at its first start. */
    openSandboxReserves: (owner: ContractsDeps['db']) => openSandboxReserves({ ...given, db: owner }),
    /** One round of holding now; tests and the sandbox's clock call it. */
    holdNow: () => holding.holdNow(),
    /** Number and instrument of what a customer's entries are about, by their references. */
    namesOf: (params: Parameters<typeof namesOf>[1]) => namesOf(known, params),
    /** Fees a side of every class that new orders pay, millionths. */
    feesPpm: () => Object.values(known.terms.now().classes).map(({ feePpm }) => feePpm),
    /** What operators may see of all of it. */
    consoleRoutes: (customersOf: CustomersOf) => contractsConsole({ ...known, customersOf }),
    /** Notifies of expiries that come up. */
    notifyExpiry: () => notifyExpiry(known),
    async start({ isClock }: Started): Promise<void> {
      if (isClock) holding.start()
    },
    stop: () => holding.stop(),
  }
}

export type Contracts = ReturnType<typeof createContracts>
