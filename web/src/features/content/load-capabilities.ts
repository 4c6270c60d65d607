import { publicCapabilities } from '@evenhand/protocol/operator-result.ts'
import { call } from '../../lib/call.ts'

/** Every call an operator can make, as the server lists it from its own router. */
export const loadCapabilities = () => call(publicCapabilities, {})
export type OperatorCallLine = Awaited<ReturnType<typeof loadCapabilities>>['calls'][number]
