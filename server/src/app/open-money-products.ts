import type { DomainsParams } from './compose.ts'
import { openCollectibles } from './open-collectibles.ts'
import { openConversions } from './open-conversions.ts'
import { openLoans } from './open-loans.ts'
import { openPlans } from './open-plans.ts'

type Around = Parameters<typeof openConversions>[1] &
  Parameters<typeof openPlans>[1] &
  Parameters<typeof openLoans>[1] &
  Parameters<typeof openCollectibles>[1]

/** The products that trade on no order book: conversions, plans, loans, and charity collectibles. */
export const openMoneyProducts = (input: DomainsParams, people: Around) => ({
  conversions: openConversions(input, people),
  plans: openPlans(input, people),
  loans: openLoans(input, people),
  collectibles: openCollectibles(input, people),
})
