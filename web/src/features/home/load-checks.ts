import { publicChecks } from '@evenhand/protocol/books.ts'
import { call } from '../../lib/call.ts'

/** The last result of every check that the books make of themselves. */
export const loadChecks = () => call(publicChecks, {})
