import type { getContractOrderById, listContractOrder } from '@evenhand/protocol/contracts.ts'
import * as z from 'zod/mini'
import type { Call } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { KnownContracts } from './account-now.ts'
import { recordsOf } from './contract-records.ts'
import type { Contract } from './contracts.deps.ts'
import { findContract, listContracts } from './contracts.store.ts'
import { viewContract } from './view-contract.ts'

const wholeList = 100

/** The caller's contracts of one account, newest first; without a page the newest hundred. */
export async function list(deps: KnownContracts, request: z.output<typeof listContractOrder.request>, call: Call) {
  const size = request.size ?? (request.page === undefined ? wholeList : 20)
  const page = request.page ?? 1
  const instrument = request.code === undefined ? undefined : deps.markets.instrument(request.code)
  if (request.code !== undefined && instrument === undefined)
    return request.page === undefined ? [] : { rows: [], total: 0, page, size }
  const { contracts, total } = await listContracts(deps.db, {
    accountId: call.session.accountId,
    mode: call.mode,
    sets: request.status === undefined ? ['pending', 'open', 'closed'] : [request.status],
    instrumentId: instrument?.id,
    from: request.from,
    to: request.to,
    limit: size,
    offset: (page - 1) * size,
  })
  const rows = contracts.map((contract) => viewContract(deps, contract))
  return request.page === undefined ? rows : { rows, total, page, size }
}

/** A contract of the caller; refuses 40039 one that is not his, 40030 one of the other account. */
export async function ownContract(deps: KnownContracts, id: string, call: Call): Promise<Contract> {
  const contract = await findContract(deps.db, { accountId: call.session.accountId, id })
  if (contract === undefined) throw refuse('notFound')
  if (contract.mode !== call.mode) throw refuse('modeMismatch')
  return contract
}

/** One contract with the signed records of everything that happened to it; a part has those of its whole. */
export async function byId(deps: KnownContracts, request: z.output<typeof getContractOrderById.request>, call: Call) {
  const contract = await ownContract(deps, request.id, call)
  const orderId = contract.parentId ?? contract.id
  const records = await recordsOf(deps.db, { accountId: contract.accountId, orderId })
  return { order: viewContract(deps, contract), records }
}
