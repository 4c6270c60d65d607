import * as protocol from '@evenhand/protocol/plans.ts'
import { handle, type Mounted } from '../../kernel/http/http.ts'
import type { Plans } from './index.ts'

/** Requests of a customer about plans. */
export const plansRoutes = (plans: Plans): Mounted[] => [
  handle(protocol.listPlanProducts, plans.products),
  handle(protocol.getPlanProduct, plans.product),
  handle(protocol.planReserve, plans.reserve),
  handle(protocol.buySmart, plans.subscribe, { complete: plans.completeRefusal }),
  handle(protocol.listSmartOrder, plans.list),
  handle(protocol.previewExitSmart, plans.previewExit),
  handle(protocol.exitSmart, plans.exit),
]
