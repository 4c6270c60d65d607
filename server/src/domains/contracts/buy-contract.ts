import type { buyContract } from '@evenhand/protocol/contracts.ts'
import { tradingAsset } from '@evenhand/protocol/money.ts'
import * as z from 'zod/mini'
import type { Lane } from '../../kernel/concurrency/lanes.ts'
import type { Call } from '../../kernel/http/http.ts'
import { Refusal, refuse } from '../../kernel/http/refusal.ts'
import { shortRefusal } from '../ledger/index.ts'
import type { Accepted, WantedOrder } from './accept-orders.ts'
import type { KnownContracts } from './account-now.ts'
import { recordsOf } from './contract-records.ts'
import { contractTicket } from './contract-ticket.ts'
import { contractNoText, keyRoutes } from './contracts.rules.ts'
import { findContract } from './contracts.store.ts'

type Request = z.output<typeof buyContract.request>
type Response = z.input<typeof buyContract.result>

/**
 * Takes an order for a contract. Read: the ticket of this moment. Decide and write: with the others of this moment, against the
 * account, under the locks that guard key, limits, the house's exposure and the balance. A key seen before returns what it
 * returned first.
 */
export async function buy(
  deps: KnownContracts & { lane: Lane<WantedOrder, Accepted> },
  request: Request,
  call: Call,
): Promise<Response> {
  const { accountId } = call.session
  const { mode, key } = call
  try {
    const ticket = await contractTicket(deps, request, call)
    const requestHash = key === undefined ? undefined : call.requestHash()
    const accepted = await deps.lane.send({ accountId, mode, request, ticket, key, requestHash })
    switch (accepted.is) {
      case 'accepted':
        deps.changed?.([{ accountId, mode }])
        return { orderId: accepted.id, orderNo: accepted.orderNo, receipt: accepted.receipt }
      case 'repeated':
        return await firstResponse(deps, { accountId, id: accepted.id })
      case 'refused':
        throw accepted.refusal
      case 'short':
        throw await tooLittle(deps, accepted, call)
      case 'beyond':
        throw await accepted.spendLimit.refusal()
    }
  } catch (cause) {
    const first = cause instanceof Refusal ? await repeatOf(deps, call) : undefined
    if (first === undefined) throw cause
    return first
  }
}

/** Too little margin; or only loan money is there for it (40032); or it waits for the customer to be verified (10022, 30003). */
async function tooLittle(
  { ledger, identityRefusal }: KnownContracts,
  { free, needed }: { free: bigint; needed: bigint },
  { session, mode }: Call,
): Promise<Refusal> {
  const balances = mode === 'real' ? await ledger.balances(session.accountId) : []
  const short = { key: 'marginInsufficient', asset: tradingAsset(mode), needed, usable: free, balances } as const
  return shortRefusal(short, () => identityRefusal(session.customerId))
}

/** What this key returned first, if it is known for the same request; refuses 40028 for another request. */
async function repeatOf(deps: KnownContracts, call: Call): Promise<Response | undefined> {
  if (call.key === undefined) return undefined
  const { accountId } = call.session
  const known = (await deps.ledger.findKey({ accountId, key: call.key })).find(({ route }) => route === keyRoutes.buy)
  if (known === undefined) return undefined
  if (!known.request.equals(call.requestHash())) throw refuse('keyReused')
  return firstResponse(deps, { accountId, id: known.ref })
}

/** What a key of this domain came to first, for a caller who lost the response; undefined where it is another's. */
export async function responseByKey(deps: KnownContracts, { key, call }: { key: string; call: Call }) {
  const { accountId } = call.session
  const keys = await deps.ledger.findKey({ accountId, key })
  const bought = keys.find(({ route }) => route === keyRoutes.buy)
  const contract = bought && (await findContract(deps.db, { accountId, id: bought.ref }))
  if (contract === undefined || contract.mode !== call.mode) return undefined
  return firstResponse(deps, { accountId, id: contract.id })
}

/** What buyContract returned when it took this order. */
export async function firstResponse(
  deps: KnownContracts,
  params: { accountId: bigint; id: string },
): Promise<Response> {
  const contract = await findContract(deps.db, params)
  const [receipt] = await recordsOf(deps.db, { accountId: params.accountId, orderId: params.id })
  if (contract === undefined || receipt === undefined) throw refuse('notFound')
  return { orderId: contract.id, orderNo: contractNoText(contract.orderNo), receipt }
}
