import { publicLiabilities } from '@evenhand/protocol/liabilities.ts'
import { call } from '../../lib/call.ts'

/** The newest statement of what is owed to all customers, and its place in the log. */
export const loadLiabilities = () => call(publicLiabilities, {})
export type Liabilities = Awaited<ReturnType<typeof loadLiabilities>>
