import { amountText, termsOf } from './receipt-terms.ts'
import type { ReceiptOrder, ReceiptSale, ReceiptSettlement, ReceiptTick } from './receipt.ts'
import { exitAgeMs, winOf } from './settle.ts'
import { utcText } from './utc.ts'

type Decided = Omit<ReceiptSettlement, 'arithmetic'>

const tickLine = (name: string, tick: ReceiptTick): string =>
  `${name} = ${tick.price} (#${tick.seq}, ${utcText(tick.ts)})`

/**
 * The steps from the ticks to the money, in signs that need no translation: one line a step, prices and amounts as they
 * stand in the document. What a settled receipt carries, and what a verifier prints.
 */
export function arithmeticOf(order: ReceiptOrder, decided: Decided): string[] {
  const { entryTick: entry, exitTick: exit, expiresAt } = decided
  if (entry === null || expiresAt === null) {
    return [
      `entry: #seq > ${order.seenSeq}, ${utcText(order.acceptedAt + 500)} ≤ t ≤ ${utcText(order.acceptedAt + 5000)}: ∅`,
      `⇒ VOID ${decided.voidReason}, gain = 0`,
    ]
  }
  const begun = [tickLine('entry', entry), `T = ${utcText(entry.ts)} + ${order.limitTime} s = ${utcText(expiresAt)}`]
  if (decided.sale !== null) return [...begun, ...saleLines(order, decided.sale, entry)]
  if (exit === null) {
    return [
      ...begun,
      `exit: ${utcText(expiresAt - exitAgeMs)} ≤ t ≤ ${utcText(expiresAt)}, ${order.exitKinds.join(' | ')}: ∅`,
      `⇒ VOID ${decided.voidReason}, gain = 0`,
    ]
  }
  return [...begun, tickLine('exit', exit), ...resultLines(order, decided, { entry, exit })]
}

function resultLines(
  order: ReceiptOrder,
  decided: Decided,
  ticks: { entry: ReceiptTick; exit: ReceiptTick },
): string[] {
  const sign = decided.status === 'TIE' ? '=' : (decided.status === 'WON') === (order.direction === 'UP') ? '>' : '<'
  const result = `exit ${ticks.exit.price} ${sign} entry ${ticks.entry.price}, ${order.direction} ⇒ ${decided.status}`
  const terms = termsOf(order)
  if (decided.status === 'WON') {
    return [result, `gain = +⌊${order.stake} × ${order.payoutRate}⌋ = +${amountText(winOf(terms))}`]
  }
  return [result, decided.status === 'LOST' ? `gain = -${order.stake}` : 'gain = 0']
}

function saleLines(order: ReceiptOrder, sale: ReceiptSale, entry: ReceiptTick): string[] {
  return [
    `S = ${sale.tick.price} (#${sale.tick.seq}), K = ${entry.price}, τ = ${sale.tau} s, σ = ${sale.sigma}/√s`,
    `p(${order.direction}) = ${sale.p}`,
    `price = ${order.stake} × (1 + ${order.payoutRate}) × ${sale.p} × 0.98 = ${sale.price}`,
    `gain = ${sale.price} - ${order.stake}`,
  ]
}
