import type {
  buySmart,
  exitSmart,
  getPlanProduct,
  listPlanProducts,
  listSmartOrder,
  previewExitSmart,
} from '@evenhand/protocol/plans.ts'
import * as z from 'zod/mini'
import type { Call } from '../../kernel/http/http.ts'
import type { Refusal } from '../../kernel/http/refusal.ts'
import { exitPlan, previewExit } from './exit-plan.ts'
import { listOwn, listProducts, oneProduct, viewReserve } from './list-plans.ts'
import { payYields, yieldsLag } from './pay-yields.ts'
import type { PlansDeps } from './plans.deps.ts'
import { completeRefusal, subscribe } from './subscribe.ts'

export { addProduct, openSandboxPlans, productsOf, textsFor } from './open-plans.ts'
export { anyProduct } from './plans.store.ts'
export { planCauses } from './plans.causes.ts'
export { plansModule } from './plans.module.ts'
export type { PlansDeps } from './plans.deps.ts'

/** Smart trading plans: products, subscriptions, a yield every 24 hours, and leaving early. */
export function createPlans(deps: PlansDeps) {
  let lagMs = 0
  return {
    deps,
    products: (request: z.output<typeof listPlanProducts.request>, call: Call) => listProducts(deps, request, call),
    product: (request: z.output<typeof getPlanProduct.request>, call: Call) => oneProduct(deps, request, call),
    reserve: () => viewReserve(deps),
    subscribe: (request: z.output<typeof buySmart.request>, call: Call) => subscribe(deps, request, call),
    completeRefusal: (refusal: Refusal, raw: Readonly<Record<string, unknown>>) => completeRefusal(deps, refusal, raw),
    list: (request: z.output<typeof listSmartOrder.request>, call: Call) => listOwn(deps, request, call),
    previewExit: (request: z.output<typeof previewExitSmart.request>, call: Call) => previewExit(deps, request, call),
    exit: (request: z.output<typeof exitSmart.request>, call: Call) => exitPlan(deps, request, call),
    /** Pays what is due now; the job of the process with the clock. Returns how many yields. */
    async payDue(): Promise<number> {
      lagMs = await yieldsLag(deps.db, deps.clock.now())
      const paid = await payYields(deps)
      lagMs = await yieldsLag(deps.db, deps.clock.now())
      return paid
    },
    /** How long the oldest yield that is due waits, as this process knows: of a round that fails it stays. */
    lagMs: () => lagMs,
  }
}

export type Plans = ReturnType<typeof createPlans>
