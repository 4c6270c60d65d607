import { formatUnits, parseUnits } from '@evenhand/protocol/money.ts'
import type { Canonical } from '../../canonical.ts'
import { utcText } from '../../utc.ts'
import { largestLoss, valuationsIn } from '../close-out-order.ts'
import type { ContractState, RecordFields } from '../recompute-contract.ts'

const textOf = (value: Canonical | undefined): string => String(value ?? '–')
const tickText = (tick: Canonical | undefined): string => {
  const { seq, ts, price } = (tick ?? {}) as Record<string, Canonical>
  return `${textOf(price)} (#${textOf(seq)}, ${utcText(Number(ts))})`
}
const times = (rate: Canonical | undefined): string => (rate === '1/1' ? '' : ` × ${textOf(rate)}`)

type Lines = (record: RecordFields, before: ContractState | undefined) => string[]

const linesOf: ReadonlyMap<string, Lines> = new Map<string, Lines>([
  ['accepted', acceptedLines],
  ['opened', openedLines],
  [
    'stops',
    ({ stopLoss, takeProfit, afterSeq }) => [
      `SL = ${textOf(stopLoss)}, TP = ${textOf(takeProfit)}, #seq > ${textOf(afterSeq)}`,
    ],
  ],
  ['financed', financedLines],
  [
    'closingOut',
    ({ equity, margin, afterSeq, positions }) => [
      `equity ${textOf(equity)} ≤ 50 % × margin ${textOf(margin)}, #seq > ${textOf(afterSeq)}`,
      ...firstLines(positions),
    ],
  ],
  ['closed', closedLines],
  ['ended', ({ status, tick }) => [`⇒ ${textOf(status)}${tick === null ? '' : `: ${tickText(tick)}`}`]],
])

/** Why this position was the first of its account's. */
function firstLines(positions: Canonical | undefined): string[] {
  const valuations = valuationsIn(positions)
  if (valuations === undefined) return []
  const results = valuations.map(({ result }) => formatUnits(result, 6))
  return [`  min(${results.join('; ')}) = ${formatUnits(largestLoss(valuations).result, 6)}`]
}

/**
 * A record as the steps from its tick to its money, in signs that need no translation, as its figures stand in it. `before`
 * is what the records before it came to.
 */
export const contractLines: Lines = (record, before) => linesOf.get(textOf(record['kind']))?.(record, before) ?? []

function openedLines(record: RecordFields, before: ContractState | undefined): string[] {
  const { tick, openPrice, units, notional, margin, fee } = record
  return [
    `open: ${tickText(tick)} ⇒ ${textOf(openPrice)}`,
    `  notional = ⌈${textOf(units)} × ${textOf(openPrice)}${times(record['rate'])}⌉ = ${textOf(notional)}`,
    `  margin = ⌈… ÷ ${textOf(before?.accepted['leverage'])}⌉ = ${textOf(margin)}, fee = ${textOf(fee)}`,
  ]
}

function financedLines({ midnight, tick, amount, total }: RecordFields): string[] {
  const day = utcText(Number(midnight)).slice(0, 10)
  return [`${day}, 00:00 UTC: ${tickText(tick)}, financing = ${textOf(amount)}, Σ = ${textOf(total)}`]
}

function acceptedLines(record: RecordFields): string[] {
  const price = record['price'] === null ? '' : ` @ ${textOf(record['price'])}`
  return [
    `${utcText(Number(record['at']))}: ${textOf(record['side'])} ${textOf(record['orderType'])} ${textOf(record['lots'])} × ${textOf(record['code'])}${price}, 1:${textOf(record['leverage'])}`,
    `  #seq > ${textOf(record['seenSeq'])}, t ≥ ${utcText(Number(record['at']) + 500)}, SL = ${textOf(record['stopLoss'])}, TP = ${textOf(record['takeProfit'])}`,
  ]
}

function closedLines(record: RecordFields, before: ContractState | undefined): string[] {
  const open = before?.open
  const precision = before?.instrument.precision ?? 0
  const opened = open == null ? '–' : formatUnits(open.open, precision)
  const prices =
    before?.side === 'SELL' ? [opened, textOf(record['closePrice'])] : [textOf(record['closePrice']), opened]
  const lots = parseUnits(record['lots'], 2) ?? 0n
  const units = open == null ? '–' : formatUnits((open.units * lots) / open.lots, 8)
  return [
    `close (${textOf(record['reason'])}) ${textOf(record['lots'])}: ${tickText(record['tick'])} ⇒ ${textOf(record['closePrice'])}`,
    `  profit = ⌊${units} × (${prices.join(' − ')})${times(record['rate'])}⌋ = ${textOf(record['profit'])}`,
    `  ${textOf(record['profit'])} − fee ${textOf(record['feeClose'])} − financing ${textOf(record['financing'])}, margin + ${textOf(record['margin'])}`,
  ]
}
