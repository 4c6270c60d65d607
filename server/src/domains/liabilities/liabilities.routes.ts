import { minuteMs } from '@evenhand/protocol/durations.ts'
import { liabilitiesProof, publicLiabilities } from '@evenhand/protocol/liabilities.ts'
import { handle, type Mounted } from '../../kernel/http/http.ts'
import type { Limits } from '../../kernel/http/rate-limits.ts'
import { customerProof, type SealOf } from './customer-proof.ts'
import type { LiabilitiesDeps } from './liabilities.deps.ts'
import { newestStatement } from './liabilities.store.ts'

/** A proof hashes a block of leaves for each of the customer's own; nobody needs more than one a day. */
const rule = { name: 'liabilitiesProof', max: 20, perMs: minuteMs }

export type RoutesParams = { readonly sealOf: SealOf; readonly limits: Pick<Limits, 'take'> }

/** The newest statement for everyone, and its proof for a customer. */
export const liabilitiesRoutes = ({ db }: Pick<LiabilitiesDeps, 'db'>, { sealOf, limits }: RoutesParams): Mounted[] => [
  handle(publicLiabilities, async () => {
    const newest = await newestStatement(db)
    if (newest === undefined) return { statement: null, seal: null }
    return { statement: newest.statement, seal: await sealOf(newest.no) } as never
  }),
  handle(liabilitiesProof, async (_, { session: { customerId } }) => {
    limits.take(rule, customerId)
    return (await customerProof({ db }, { customerId, sealOf })) as never
  }),
]
