import { utcText } from '@evenhand/proofs/utc.ts'
import { isSettledReceipt, type Verdict } from '@evenhand/proofs/verify-receipt.ts'
import { findingLines } from './verify-lines.ts'
import type { TextOf } from './verify-text.ts'

/** What the command prints about the receipt of an option: what it is, its arithmetic, its place in the log, and what is wrong. */
export function receiptLines({ findings, arithmetic, notes = [], document }: Verdict, textOf: TextOf): string[] {
  if (document === undefined) return findingLines(findings, textOf)
  const { order, proof } = document
  const settled = isSettledReceipt(document) ? document : undefined
  const account = textOf(order.mode === 'virtual' ? 'account_virtual' : 'account_real')
  const terms = `${order.code} ${order.direction} ${order.stake} USDT × ${order.payoutRate}, ${order.limitTime} s, ${utcText(order.acceptedAt)}`
  const lines = [
    `${textOf('order', { at: order.orderNo, found: textOf(settled?.settlement.status ?? 'accepted') })} (${account}, ${order.feedKind})`,
    `  ${terms}`,
    textOf('arithmetic'),
    ...arithmetic.map((line) => `  ${line}`),
    ...notes.map(({ is, at }) => `  ! ${textOf(is, { at })}`),
  ]
  if (findings.length > 0) return [...lines, ...findingLines(findings, textOf)]
  const head = settled?.seals?.head
  const seal =
    head === undefined ? textOf('notSealed') : textOf('sealed', { found: String(head.size), at: utcText(head.time) })
  return [...lines, ...(settled === undefined ? [] : [seal]), textOf('signedBy', { at: proof.keyId }), textOf('right')]
}
