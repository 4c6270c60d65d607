import { languages } from '@evenhand/protocol/languages.ts'
import { noticeSamples } from '../../../../protocol/test/notice-samples.ts'
import { noticeKeys, noticeValues } from '@evenhand/protocol/notice-words.ts'
import { noticeParams, type NoticeTemplate } from '@evenhand/protocol/notice-params.ts'
import { createTranslator } from 'use-intl/core'
import { expect, test } from 'vitest'
import { styleOf } from './notice-text.ts'

const order = { orderId: 'o', mode: 'virtual', code: 'BTCUSDT', direction: 'UP', stake: '10.00' }
const coin = { coin: 'USDT', network: 'TRC20', address: 'TQn9…Xy4z' }
const money = { ...coin, amount: '1250.00', net: '1248.00', txid: 'ab12', orderNo: 'W1', dueAt: 1_795_262_400_000 }
const samples = noticeSamples()
const paramsOf = (key: NoticeTemplate) => own[key] ?? samples.find(({ template }) => template === key)?.params ?? {}
const own: Partial<Record<NoticeTemplate, Record<string, string | number>>> = {
  'option.result': { ...order, status: 'WON', profit: '9.40' },
  'alert.price': { alertId: 'a', code: 'BTCUSDT', kind: 'CHANGE', target: '5.00', price: '64000.50', change: '-5.20' },
  'kyc.expiring': { day: '2026-12-01', ended: 'no' },
}

type Texts = { default: object }
const files = import.meta.glob<Texts>('../../../../protocol/src/texts/*/notice.json', { eager: true })

/** The texts of a notice in a language that has them. */
function textOf(lang: string, tag: string, key: NoticeTemplate, params = paramsOf(key)): string[] | undefined {
  const messages = files[`../../../../protocol/src/texts/${lang}/notice.json`]?.default
  if (!messages) return undefined
  const t = createTranslator({
    locale: tag,
    messages,
    onError: (problem) => {
      throw problem
    },
  }) as unknown as { (name: string, values: Record<string, string | number>): string; has: (name: string) => boolean }
  const values = noticeValues(params, styleOf(tag))
  const { title, text } = noticeKeys(key, params)
  return [title, text].map((keys) => t(keys.find((one) => t.has(one)) ?? '', values))
}

test.each(Object.keys(noticeParams) as NoticeTemplate[])(
  '%s has its words in every language, with every value in its place',
  (key) => {
    for (const { value, tag } of languages)
      for (const { params } of samples.filter(({ template }) => template === key))
        for (const text of textOf(value, tag, key, params) ?? ['']) {
          expect(text.trim(), `${value} ${key}`).not.toBe('')
          expect(text).not.toMatch(/[{}]|undefined|\bnone\b/)
        }
  },
)

test('shows amounts with sign and coin, each figure in its own direction', () => {
  expect(textOf('en', 'en', 'option.result')).toEqual([
    '\u2068BTCUSDT\u2069 Up: won',
    'Stake \u206610.00\u00a0USDT\u2069, profit or loss \u2066+9.40\u00a0USDT\u2069.',
  ])
  expect(textOf('en', 'en', 'alert.price')).toEqual([
    '\u2068BTCUSDT\u2069 changed \u2066\u22125.20\u2069% in 24 hours',
    'The price is \u206664,000.50\u2069. You asked to be told at ±\u20665.00\u2069%.',
  ])
})

test('shows of a loan and of a plan what was paid, owed, earned or taken, with its coin', () => {
  const loan = { loanId: 'l', orderNo: 'LN1', amount: '200.000000', dueAt: 1_795_262_400_000 }
  expect(textOf('en', 'en', 'loan.repayment', { ...loan, paid: '50.000000' })?.[0]).toBe(
    'Loan repayment received: \u206650.00\u00a0USDT\u2069',
  )
  expect(textOf('en', 'en', 'loan.due', { ...loan, owed: '150.345000' })?.[1]).toContain(
    '\u2066150.345\u00a0USDT\u2069',
  )
  const plan = { planId: 'p', amount: '1000.000000', earned: '3.300000', penalty: '2.000000' }
  const left = textOf('en', 'en', 'plan.exited', plan)?.[1]
  expect(left).toContain('earned \u20663.30\u00a0USDT\u2069; the penalty was \u20662.00\u00a0USDT\u2069')
})

test('writes what was received, sold and at which price as its language does, with its coin', () => {
  const converted = { conversionId: 'c', coin: 'BTC', amount: '0.50000000', received: '32145.123400 USDT' }
  expect(textOf('de', 'de', 'conversion.done', converted)?.[1]).toContain('\u206632.145,1234\u00a0USDT\u2069')
  expect(textOf('en', 'en', 'conversion.done', { ...converted, received: '0.25000000 ETH' })?.[1]).toContain(
    '\u20660.25\u00a0ETH\u2069',
  )
  const loan = { loanId: 'l', orderNo: 'LN1', amount: '200.000000' }
  const sale = { ...loan, paid: '50.000000', sold: '0.00100000 BTC', price: '52100.50 USDT/BTC', ltv: '79.90' }
  const [title, text] = textOf('de', 'de', 'loan.collateral_sold', sale) ?? []
  expect(title).toContain('\u20660,001\u00a0BTC\u2069')
  expect(text).toContain('\u206652.100,50\u00a0USDT/BTC\u2069')
  // What a person wrote stays as it was written.
  expect(textOf('de', 'de', 'apikey.created', { label: '1.5 BTC', scope: 'READ', account: 'ANY' })?.join()).toContain(
    '1.5 BTC',
  )
})

test('addresses and numbers of transactions are their ends, on one line and in their own direction', () => {
  const sent = {
    ...money,
    address: 'TR7NHq…gjLj6t',
    txid: 'e08449c1574111a45af2008ea12f83f387020f2df02c125eda171a8c98bf5321',
  }
  expect(textOf('en', 'en', 'withdrawal.completed', sent)?.[1]).toBe(
    '\u20661,248.00\u00a0USDT\u2069 has reached \u2066TR7NHq\u2060…\u2060gjLj6t\u2069. Transaction: \u2066e08449\u2060…\u2060bf5321\u2069',
  )
})

test('the reference of an order stays on one line, and a very long one keeps its spaces', () => {
  const reference = 'District court 12 C 345-26'
  const textWith = (one: string) => textOf('en', 'en', 'account.held', { reference: one })?.[1]
  expect(textWith(reference)).toContain('\u2068District\u00a0court\u00a012\u00a0C\u00a0345-\u206026\u2069')
  expect(textWith(`${reference} ${reference}`)).toContain(`${reference} ${reference}`)
})

test('shows a day in words, and whether it is over', () => {
  expect(textOf('en', 'en', 'kyc.expiring')?.[1]).toContain('expires on December 1, 2026.')
  expect(textOf('en', 'en', 'kyc.expiring', { day: '2026-12-01', ended: 'yes' })?.[0]).toBe(
    'Your verification has expired',
  )
})

test('shows what it does not know as unknown', () => {
  expect(textOf('en', 'en', 'login.new_device', { place: '' })?.[1]).toContain('Device: unknown. Place: unknown.')
})

test('shows each figure of new option terms as its language writes it', () => {
  const params = {
    version: 3,
    at: 1_795_262_400_000,
    changes: '60 s: 94.5% → 90%; 300 s: 5–1000 USDT → 5–500 USDT',
    open: 'no',
  }
  expect(textOf('de', 'de', 'params.changed', params)?.[1]).toMatch(/60 s: 94,5\s% → 90\s%; 300 s: 5–1\.000 USDT/)
  expect(textOf('en', 'en', 'params.changed', params)?.[1]).toContain('60 s: 94.5% → 90%; 300 s: 5–1,000 USDT')
})

test('a reversed deposit names what it left owed, with its coin, and nothing owed where it left none', () => {
  const reversed = { depositId: 'd', coin: 'USDT', amount: '1200.000000' }
  expect(textOf('en', 'en', 'deposit.reversed', { ...reversed, debt: '30.500000' })?.[1]).toContain(
    'already used \u206630.50\u00a0USDT\u2069 of it',
  )
  expect(textOf('en', 'en', 'deposit.reversed', reversed)?.[1]).not.toMatch(/owed|used/)
})

test('a contract that closed by itself states what it came to after costs, and an older notice what it knows', () => {
  const closed = { orderId: 'o', mode: 'real', code: 'BTCUSDT', lots: '0.10', reason: 'SL', price: '49990.00' }
  const sentence = (params: Record<string, string>) =>
    textOf('en', 'en', 'contract.closed', { ...closed, ...params })?.[1]?.split('. ')[1]
  expect(sentence({ profit: '1.00', result: '-1.50' })).toBe('Result after costs: \u2066\u22121.50\u00a0USDT\u2069.')
  expect(sentence({ profit: '1.00' })).toBe('Result before fees: \u2066+1.00\u00a0USDT\u2069.')
})
