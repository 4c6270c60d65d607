import { languages } from '@evenhand/protocol/languages.ts'
import { noticeTemplates, type NoticeTemplate } from '@evenhand/protocol/notices.ts'
import { createTranslator } from 'use-intl/core'
import { expect, test } from 'vitest'
import { noticeValues } from './notice-text.ts'

const order = { orderId: 'o', mode: 'virtual', code: 'BTCUSDT', direction: 'UP', stake: '10.00' }
const coin = { coin: 'USDT', network: 'TRC20', address: 'TQn9…Xy4z' }
const money = { ...coin, amount: '1250.00', net: '1248.00', txid: 'ab12', orderNo: 'W1', dueAt: 1_795_262_400_000 }
const debited = {
  coin: 'USDT',
  amount: '12.5',
  entry: '41',
  reason: 'WRONG_ENTRY',
  line: 'Booked twice',
  dueAt: 1_795_262_400_000,
}
const samples: Partial<Record<NoticeTemplate, Record<string, string | number>>> = {
  welcome: { username: 'amy' },
  'login.new_device': { place: '127.0.0.*', browser: 'Safari', system: 'macOS' },
  'twofa.changed': { change: 'recoveryUsed', left: 3 },
  'email.changed': { email: 'a…@example.com' },
  'option.result': { ...order, status: 'WON', profit: '9.40' },
  'option.void': { ...order, reason: 'FEED_INVALID' },
  'alert.price': { alertId: 'a', code: 'BTCUSDT', kind: 'CHANGE', target: '5.00', price: '64000.50', change: '-5.20' },
  'limit.reached': { limit: 'loss1d', value: '100.00' },
  'fundpwd.changed': { change: 'locked' },
  'fundpwd.answered': { change: 'refused' },
  'withdrawal.limit': { most: '80000' },
  'conversion.done': { ...money, received: '0.01917466 BTC' },
  'account.restricted': { reason: 'AML_REVIEW' },
  'account.held': { reference: 'District court 12 C 345/26' },
  'account.released': { reference: 'District court 12 C 345/26' },
  'adjustment.announced': debited,
  'adjustment.applied': debited,
  'adjustment.withdrawn': debited,
  'adjustment.lapsed': debited,
  'complaint.received': { no: 'C100001', dueAt: 1_795_262_400_000 },
  'complaint.answered': { no: 'C100001' },
  'complaint.escalated': { no: 'C100001' },
  'params.changed': { version: 2, at: 1_773_144_440_000, when: '2026-03-10 12:07 UTC', changes: '60 s: 90% → 85%' },
  'terms.updated': { version: '3' },
  'kyc.expiring': { day: '2026-12-01', ended: 'no' },
}
const paramsOf = (key: NoticeTemplate) => samples[key] ?? { ...money, reason: 'DUPLICATE' }

type Texts = { default: { text: Record<string, string> } }
const files = import.meta.glob<Texts>('../../texts/*/notices.json', { eager: true })

/** The texts of a notice in a language that has them. */
function said(lang: string, tag: string, key: NoticeTemplate, params = paramsOf(key)): string[] | undefined {
  const messages = files[`../../texts/${lang}/notices.json`]?.default
  if (!messages) return undefined
  const t = createTranslator({
    locale: tag,
    messages,
    onError: (problem) => {
      throw problem
    },
  }) as (name: string, values: Record<string, string | number>) => string
  const values = noticeValues(params, tag)
  return [t(`text.${key}.title`, values), t(`text.${key}.text`, values)]
}

test.each(noticeTemplates)('%s has its words in every language, with every value in its place', (key) => {
  for (const { value, tag } of languages)
    for (const text of said(value, tag, key) ?? []) {
      expect(text.trim(), `${value} ${key}`).not.toBe('')
      expect(text).not.toMatch(/[{}]|undefined|none/)
    }
})

test('says amounts with sign and coin, each figure in its own direction', () => {
  expect(said('en', 'en', 'option.result')).toEqual([
    '\u2068BTCUSDT\u2069 Up: won',
    'Stake \u206610.00\u00a0USDT\u2069, profit or loss \u2066+9.40\u00a0USDT\u2069.',
  ])
  expect(said('en', 'en', 'alert.price')).toEqual([
    '\u2068BTCUSDT\u2069 changed \u2066\u22125.20\u2069% in 24 hours',
    'The price is \u206664,000.50\u2069. You asked to be told at ±\u20665.00\u2069%.',
  ])
})

test('addresses and numbers of transactions are their ends, on one line and in their own direction', () => {
  const sent = {
    ...money,
    address: 'TR7NHq…gjLj6t',
    txid: 'e08449c1574111a45af2008ea12f83f387020f2df02c125eda171a8c98bf5321',
  }
  expect(said('en', 'en', 'withdrawal.completed', sent)?.[1]).toBe(
    '\u20661,248.00\u00a0USDT\u2069 has reached \u2066TR7NHq\u2060…\u2060gjLj6t\u2069. Transaction: \u2066e08449\u2060…\u2060bf5321\u2069',
  )
})

test('says a day in words, and whether it is over', () => {
  expect(said('en', 'en', 'kyc.expiring')?.[1]).toContain('expires on December 1, 2026.')
  expect(said('en', 'en', 'kyc.expiring', { day: '2026-12-01', ended: 'yes' })?.[0]).toBe(
    'Your verification has expired',
  )
})

test('says what it does not know as unknown', () => {
  expect(said('en', 'en', 'login.new_device', { place: '' })?.[1]).toContain('Device: unknown. Place: unknown.')
})
