import { settledReceipt } from '@evenhand/proofs/receipt-document.ts'
import type { Receipt, SettledReceipt } from '@evenhand/proofs/receipt.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { BooksDeps } from './books.deps.ts'
import { sealsOf } from './seals-of.ts'

/**
 * The receipt of an order as a document that anyone can check offline: as it was accepted, and once it is settled with
 * its ticks, their proofs, the arithmetic and a signature over all of it. Refuses notFound for an unknown order or one of
 * another customer.
 */
export async function orderReceipt(
  deps: BooksDeps,
  params: { accountId: bigint; orderId: string },
): Promise<Receipt | SettledReceipt> {
  const parts = await deps.options.receiptParts(params)
  if (parts === undefined) throw refuse('notFound')
  const { receipt, batchSeq, settlement } = parts
  if (settlement === null) return receipt
  const seals = await sealsOf(deps, { code: receipt.order.code, batchSeq, settlement })
  return settledReceipt(receipt, { settlement, seals }, deps.signing)
}
