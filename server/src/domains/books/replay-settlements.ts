import { formatUnits } from '@evenhand/protocol/money.ts'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { leafHash, rootOfPath } from '@evenhand/proofs/merkle.ts'
import { batchMessage, orderRecord } from '@evenhand/proofs/receipt-batch.ts'
import { entryWindow, exitWindow, settlementOf, type TickWindow } from '@evenhand/proofs/receipt-settlement.ts'
import { amountText, termsOf } from '@evenhand/proofs/receipt-terms.ts'
import type { Receipt, ReceiptSettlement, ReceiptTick } from '@evenhand/proofs/receipt.ts'
import { entryOf, type TickRecord } from '@evenhand/proofs/settle.ts'
import { volatilityAt, volatilityFrom } from '@evenhand/proofs/volatility.ts'
import type { BooksDeps, SettledOrder } from './books.deps.ts'
import type { Check } from './books.store.ts'

const atOnce = 500

type Finding = Check['findings'][number]
type Window = { code: string } & TickWindow
type Ticks = readonly TickRecord[]

/**
 * Decides every order that was settled in a span once more, from its signed receipt and the recorded ticks alone, and
 * compares status, reason, ticks and money with the tables. Goal: no difference, ever. An order whose ticks
 * began before `oldest`, the first that is still kept, cannot be decided again and is left out.
 */
export async function replaySettlements(
  deps: BooksDeps,
  span: { from: number; to: number; oldest: number },
): Promise<{ compared: number; findings: Finding[] }> {
  const findings: Finding[] = []
  const signed = new Map<string, boolean>()
  let compared = 0
  for (let after: { settledAt: number; orderId: string } | null = null; ;) {
    const page = await deps.options.settledOrders({ from: span.from, to: span.to, after, limit: atOnce })
    const orders = page.filter((order) => oldestTickOf(order) >= span.oldest)
    for (const { receipt } of orders) findings.push(...checkReceipt(deps, receipt, signed))
    findings.push(...(await replay(deps, orders)))
    compared += orders.length
    const last = page.at(-1)
    if (last === undefined || page.length < atOnce) return { compared, findings }
    after = { settledAt: last.settledAt, orderId: last.receipt.order.orderId }
  }
}

/** The time of the first tick that an order's result rests on, epoch milliseconds. */
function oldestTickOf(order: SettledOrder): number {
  const { from } = entryWindow(receiptTerms(order))
  return order.sale === null ? from : Math.min(from, volatilityFrom(order.sale.acceptedAt))
}

/** That the order is the one whose receipt was signed. A batch's signature is checked once. */
export function checkReceipt(
  { signing }: BooksDeps,
  { order, proof }: Receipt,
  signed: Map<string, boolean>,
): Finding[] {
  const message = batchMessage(proof)
  const publicKey = signing.publicKeyOf(proof.keyId)
  let ours = signed.get(message)
  ours ??= publicKey !== undefined && nodeCrypto.verify({ publicKey, message, signature: proof.signature })
  signed.set(message, ours)
  const leaf = leafHash(orderRecord(order), nodeCrypto)
  const leads = rootOfPath({ leaf, index: proof.index, size: proof.size, path: proof.path }, nodeCrypto) === proof.root
  return leads && ours ? [] : [{ at: `${order.orderNo} receipt`, found: leads ? 'signature' : 'order' }]
}

/** Replays a page with three reads of the record: around entries, then exits and sales, then what volatilities need. */
async function replay(deps: BooksDeps, orders: readonly SettledOrder[]): Promise<Finding[]> {
  const read = (windows: readonly Window[]): Promise<readonly Ticks[]> => deps.markets.ticks(windows)
  const codeOf = ({ receipt }: SettledOrder): string => receipt.order.code
  const entryTicks = await read(orders.map((order) => ({ code: codeOf(order), ...entryWindow(receiptTerms(order)) })))
  const later = await read(
    orders.map((order, index) => ({ code: codeOf(order), ...laterWindow(order, entryTicks[index] ?? []) })),
  )
  const sales = await saleVolatilities(deps, orders, later)
  return orders.flatMap((order, index) =>
    compare(order, { entryTicks: entryTicks[index] ?? [], later: later[index] ?? [], sigma: sales.get(order) }),
  )
}

const receiptTerms = ({ receipt }: SettledOrder) => termsOf(receipt.order)

/** Where an order's other deciding ticks lie: around its sale, or around T. Without an entry there are none. */
function laterWindow(order: SettledOrder, entryTicks: Ticks): TickWindow {
  if (order.sale !== null) return entryWindow(order.sale)
  const terms = receiptTerms(order)
  const entry = entryOf(terms, entryTicks)
  return entry === undefined ? { from: 0, to: 0 } : exitWindow(entry.ts + terms.limitTime * 1000)
}

/** The volatility at each sale's tick, computed again from the half hour before it. */
async function saleVolatilities(
  deps: BooksDeps,
  orders: readonly SettledOrder[],
  later: readonly Ticks[],
): Promise<Map<SettledOrder, string>> {
  const sold = orders.flatMap((order, index) => {
    const tick = order.sale === null ? undefined : entryOf(order.sale, later[index] ?? [])
    return tick === undefined ? [] : [{ order, tick }]
  })
  const windows = sold.map(({ order, tick }) => ({
    code: order.receipt.order.code,
    from: volatilityFrom(tick.ts),
    to: tick.ts,
  }))
  const ticks = windows.length === 0 ? [] : await deps.markets.ticks(windows)
  return new Map(sold.map(({ order, tick }, index) => [order, volatilityAt(tick.ts, ticks[index] ?? [])]))
}

function compare(
  order: SettledOrder,
  record: { entryTicks: Ticks; later: Ticks; sigma: string | undefined },
): Finding[] {
  const { orderNo } = order.receipt.order
  const facts = {
    order: order.receipt.order,
    entryTicks: record.entryTicks,
    entrySeq: null,
    decidedAt: order.settledAt,
  }
  let computed: ReceiptSettlement
  try {
    computed = settlementOf({
      ...facts,
      exitTicks: order.sale === null ? record.later : [],
      sale: order.sale === null ? null : { ...order.sale, ticks: record.later },
    })
  } catch (cause) {
    return [{ at: orderNo, found: cause instanceof Error ? cause.message : String(cause) }]
  }
  const recorded: Record<string, string> = { ...plain(order), sigma: order.sale?.sigma ?? '' }
  const expected: Record<string, string> = {
    status: computed.status,
    voidReason: computed.voidReason ?? '',
    gain: computed.gain,
    paid: computed.gain,
    entry: tickWords(computed.entryTick),
    exit: tickWords(computed.exitTick),
    sigma: record.sigma ?? '',
  }
  return Object.keys(expected).flatMap((name): Finding[] =>
    expected[name] === recorded[name]
      ? []
      : [{ at: `${orderNo} ${name}`, expected: expected[name] ?? '', found: recorded[name] ?? '' }],
  )
}

/** A deciding tick as findings name it. */
const tickWords = (tick: Pick<ReceiptTick, 'seq' | 'ts' | 'price'> | null): string =>
  tick === null ? '' : `${tick.seq}, ${tick.ts}, ${tick.price}`

const shownWords = (tick: SettledOrder['entry'], precision: number): string =>
  tickWords(tick && { ...tick, price: formatUnits(tick.price, precision) })

const plain = ({ receipt, status, voidReason, gain, paid, entry, exit }: SettledOrder): Record<string, string> => ({
  status,
  voidReason: voidReason ?? '',
  gain: amountText(gain),
  paid: paid === null ? '' : amountText(paid),
  entry: shownWords(entry, receipt.order.precision),
  exit: shownWords(exit, receipt.order.precision),
})
