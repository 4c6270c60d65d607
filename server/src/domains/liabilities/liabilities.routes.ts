import { liabilitiesProof, publicLiabilities } from '@evenhand/protocol/liabilities.ts'
import { handle, type Mounted } from '../../kernel/http/http.ts'
import { customerProof, type SealOf } from './customer-proof.ts'
import type { LiabilitiesDeps } from './liabilities.deps.ts'
import { newestStatement } from './liabilities.store.ts'

/** The newest statement for everyone, and its proof for a customer. */
export const liabilitiesRoutes = ({ db }: Pick<LiabilitiesDeps, 'db'>, sealOf: SealOf): Mounted[] => [
  handle(publicLiabilities, async () => {
    const newest = await newestStatement(db)
    if (newest === undefined) return { statement: null, seal: null }
    return { statement: newest.statement, seal: await sealOf(newest.no) } as never
  }),
  handle(
    liabilitiesProof,
    async (_, call) => (await customerProof({ db }, { customerId: call.session.customerId, sealOf })) as never,
  ),
]
