import { utcText } from '@evenhand/proofs/utc.ts'
import { moneyText, type Asset } from '@evenhand/protocol/money.ts'
import type { Transaction } from '@evenhand/protocol/settings.ts'
import type { Block, Column } from '../../kernel/documents/document.ts'
import { leftToRight } from '../../kernel/documents/text-runs.ts'
import type { Sums } from '../ledger/index.ts'
import type { StatementWords } from './statement-words.ts'
import { words as kindOf } from './transactions.ts'

export type StatementContent = {
  customer: { name: string; email: string }
  from: number
  to: number
  at: number
  head: { size: number; root: string }
  sandbox: boolean
  sums: Sums
  /** Oldest first, at most as many as a statement lists. */
  lines: readonly Transaction[]
}

const assets: readonly Asset[] = ['USDT', 'USDT.loan', 'BTC', 'ETH']
const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
const dayText = (at: number): string => leftToRight(utcText(at).slice(0, 10))
const secondText = (at: number): string => utcText(at).slice(0, 19).replace('T', ' ')
const signed = (text: string): string => (text.startsWith('-') ? text.replace('-', '−') : text)

/** The content of a statement, piece by piece: who and when, balances, sums by kind, lines, and where the figures come from. */
export function statementBlocks(words: StatementWords, all: StatementContent): Block[] {
  const params = realOnly(all)
  const { customer, from, to, at, head, sandbox } = params
  const name = { name: leftToRight(customer.name), email: leftToRight(customer.email) }
  const moved = params.sums.kinds.reduce((sum, { lines }) => sum + lines, 0)
  const left = moved - params.lines.length
  return [
    { kind: 'title', text: words.title },
    { kind: 'text', text: `${words.account} · ${fill(words.months, { from: dayText(from), to: dayText(to - 1) })}` },
    { kind: 'text', text: fill(words.of, name) },
    { kind: 'small', text: fill(words.made, { at: leftToRight(`${secondText(at)} UTC`) }) },
    ...(sandbox ? [{ kind: 'small', text: words.sandbox } as const] : []),
    { kind: 'heading', text: words.summary },
    balances(words, params),
    ...(moved === 0 ? [{ kind: 'text', text: words.none } as const] : kindsAndLines(words, params)),
    ...(left > 0 ? [{ kind: 'small', text: fill(words.more, { count: String(left) }) } as const] : []),
    { kind: 'small', text: words.sources },
    { kind: 'small', text: fill(words.head, { size: String(head.size), root: leftToRight(head.root) }) },
  ]
}

/** Both accounts of a customer are one in the ledger, apart by their assets. */
const realOnly = (params: StatementContent): StatementContent => ({
  ...params,
  sums: { ...params.sums, kinds: params.sums.kinds.filter(({ asset }) => assets.includes(asset)) },
})

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n)

function balances(words: StatementWords, { sums }: StatementContent): Block {
  const rows = assets.flatMap((asset) => {
    const opening = sums.openings.get(asset) ?? 0n
    const kinds = sums.kinds.filter((kind) => kind.asset === asset)
    if (asset !== 'USDT' && opening === 0n && kinds.length === 0) return []
    const into = sumOf(kinds.map((kind) => kind.into))
    const out = sumOf(kinds.map((kind) => kind.out))
    const text = (units: bigint): string => signed(moneyText({ asset, units }))
    return [[asset, text(opening), text(into), text(out), text(opening + into + out)]]
  })
  const number = { share: 3, number: true }
  const columns: Column[] = [
    { title: words.coin, share: 2, latin: true },
    { title: words.opening, ...number },
    { title: words.into, ...number },
    { title: words.out, ...number },
    { title: words.closing, ...number },
  ]
  return { kind: 'table', columns, rows }
}

function kindsAndLines(words: StatementWords, { sums, lines }: StatementContent): Block[] {
  const amount = { title: words.amount, share: 3, number: true }
  return [
    { kind: 'heading', text: words.byKind },
    {
      kind: 'table',
      columns: [
        { title: words.kind, share: 4 },
        { title: words.coin, share: 2, latin: true },
        { title: words.count, share: 2, number: true },
        amount,
      ],
      rows: sums.kinds.map(({ asset, kind, into, out, lines: count }) => [
        words.kinds[kindOf.get(kind) ?? 'OTHER'],
        asset,
        String(count),
        signed(moneyText({ asset, units: into + out })),
      ]),
    },
    { kind: 'heading', text: words.lines },
    {
      kind: 'table',
      columns: [
        { title: words.time, share: 4, latin: true },
        { title: words.kind, share: 4 },
        { title: words.order, share: 4, latin: true },
        { title: words.coin, share: 2, latin: true },
        amount,
        { title: words.balance, share: 3, number: true },
      ],
      rows: lines.map(({ at, kind, order, asset, amount: moved, balance }) => [
        secondText(at),
        words.kinds[kind],
        order?.orderNo ?? '',
        asset,
        signed(moved),
        balance,
      ]),
    },
  ]
}
