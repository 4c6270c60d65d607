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

/** The newest statement with its place in the log, read once a second at most for all callers. */
function newestForAll({ db, clock }: Pick<LiabilitiesDeps, 'db' | 'clock'>, sealOf: SealOf) {
  const read = async () => {
    const newest = await newestStatement(db)
    return newest === undefined
      ? { statement: null, seal: null }
      : { statement: newest.statement, seal: await sealOf(newest.no) }
  }
  let last: { readAt: number; read: ReturnType<typeof read> } | undefined
  return () => {
    const now = clock.monotonic()
    if (last === undefined || now - last.readAt >= 1000) {
      last = { readAt: now, read: read() }
      last.read.catch(() => (last = undefined))
    }
    return last.read
  }
}

/** The newest statement for everyone, and its proof for a customer. */
export const liabilitiesRoutes = (
  { db, clock }: Pick<LiabilitiesDeps, 'db' | 'clock'>,
  { sealOf, limits }: RoutesParams,
): Mounted[] => [
  handle(publicLiabilities, newestForAll({ db, clock }, sealOf) as never),
  handle(liabilitiesProof, async (_, { session: { customerId } }) => {
    limits.take(rule, customerId)
    return (await customerProof({ db }, { customerId, sealOf })) as never
  }),
]
