import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { proofOf, receiptOf } from '@evenhand/proofs/receipt-batch.ts'
import type { Receipt } from '@evenhand/proofs/receipt.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { Known } from './decide-orders.ts'
import type { Order, OptionsDeps, RecordDeps } from './options.deps.ts'
import { keyRoutes } from './options.rules.ts'
import { batchOf, findOrder } from './options.store.ts'
import { receiptOrderOf } from './receipt-order.ts'
import { orderNoText, viewOrder } from './view-order.ts'

/** The receipt an order got at acceptance, written out again from its batch: the same bytes. */
export async function acceptanceReceipt(deps: RecordDeps, order: Order): Promise<Receipt> {
  const stored = await batchOf(deps.db, order.batchId)
  const instrument = deps.markets.instruments().find((one) => one.id === order.instrumentId)
  if (instrument === undefined) throw new Error(`order ${order.id} is on an instrument that is not listed`)
  const fields = receiptOrderOf(order, {
    origin: deps.origin,
    instrument,
    head: { size: Number(stored.headSize), root: stored.headRoot },
    terms: { version: stored.paramsVersion, hash: deps.terms.of(stored.paramsVersion)?.hash ?? '' },
  })
  const batch = {
    batch: stored.id,
    root: stored.root.toString('hex'),
    keyId: stored.keyId,
    signature: stored.signature.toString('hex'),
    leaves: stored.leaves,
  }
  return receiptOf(fields, proofOf(batch, { order: fields, index: order.batchIndex }, nodeCrypto))
}

/** What buyOptions returned when it placed this order. */
export async function idempotentReplay(deps: OptionsDeps, params: { accountId: bigint; orderId: string }) {
  const order = await findOrder(deps.db, { accountId: params.accountId, id: params.orderId })
  if (order === undefined) throw refuse('notFound')
  return responseOf(deps, order)
}

const responseOf = async (deps: OptionsDeps, order: Order) => ({
  orderId: order.id,
  orderNo: orderNoText(order.orderNo),
  receipt: await acceptanceReceipt(deps, order),
})

const orderRoutes = new Set<string>([keyRoutes.buy, keyRoutes.sell])

/**
 * The first response of a key on a call that moves orders: what the purchase or the early sale returned. Refuses 40039 for a
 * key that is not the caller's, or of the other account.
 */
export async function responseByKey(
  deps: OptionsDeps & Known,
  params: { accountId: bigint; key: string; mode: 'virtual' | 'real' },
) {
  const keys = (await deps.ledger.findKey(params)).filter(({ route }) => orderRoutes.has(route))
  const known = keys.toSorted((a, b) => a.at - b.at)[0]
  const order =
    known === undefined ? undefined : await findOrder(deps.db, { accountId: params.accountId, id: known.ref })
  if (known === undefined || order === undefined || order.mode !== params.mode) throw refuse('notFound')
  if (known.route === keyRoutes.buy) return responseOf(deps, order)
  return { order: viewOrder(order, { instrument: deps.instrumentOf(order.instrumentId) }) }
}
