import { publicReserves } from '@evenhand/protocol/books.ts'
import { call } from '../../lib/call.ts'

/** What customers own of each coin beside what is kept for them. */
export const loadReserves = () => call(publicReserves, {})
