import { publicInterventions } from '@evenhand/protocol/interventions.ts'
import { call } from '../../lib/call.ts'

/** What operators did to accounts, and the downtime; counted from the records. */
export const loadInterventions = () => call(publicInterventions, {})
