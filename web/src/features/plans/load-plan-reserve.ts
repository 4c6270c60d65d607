import { planReserve } from '@evenhand/protocol/plans.ts'
import { call } from '../../lib/call.ts'

/** What running plans are owed beside what is set aside for them. */
export const loadPlanReserve = () => call(planReserve, {})
