import { publicHeads } from '@evenhand/protocol/books.ts'
import { call } from '../../lib/call.ts'

/** The newest signed head of the log; none before the first. */
export const loadHead = async () => (await call(publicHeads, { limit: 1 }))[0] ?? null
