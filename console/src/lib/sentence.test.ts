import { requestPayload } from '@evenhand/proofs/approval.ts'
import { legalHoldKinds } from '@evenhand/protocol/legal-holds.ts'
import { requestKinds } from '@evenhand/protocol/operator-requests.ts'
import { expect, test } from 'vitest'
import type { ApprovalPayload } from '@evenhand/proofs/approval.ts'
import { features } from '../features.ts'
import deposits from '../texts/zh/deposits.json'
import { gather, sentenceOf as sentenceAmong } from './feature.ts'

const gathered = gather(features)
const sentenceOf = (payload: ApprovalPayload) => sentenceAmong(gathered, payload)
const texts = import.meta.glob<object>('../texts/zh/*.json', { eager: true, import: 'default' })
const zh = Object.fromEntries(
  Object.entries(texts).map(([path, params]) => [/(\w+)\.json$/.exec(path)?.[1] ?? '', params]),
)

const payloads = Object.values(
  import.meta.glob<string>('../../../proofs/src/approval-payloads.ts', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
).join('')
const direct = [...payloads.matchAll(/'((?:deposit|withdrawal|loan|complaint|identity)\.[a-zA-Z]+)'/g)].map(
  ([, act]) => act ?? '',
)
const requested = [...requestKinds, ...legalHoldKinds, 'kyc'].flatMap((kind) => [`${kind}.propose`, `${kind}.approve`])

test('whatever a passkey signs has a sentence, and each sentence its text', () => {
  expect(direct.length).toBeGreaterThan(3)
  for (const act of [...direct, ...requested]) {
    const sentence = sentenceOf({ act, subject: 'x:1', fields: [] })
    expect({ act, key: sentence?.key }).toEqual({ act, key: expect.any(String) as string })
    expect(zh).toHaveProperty(String(sentence?.key))
  }
  expect(sentenceOf({ act: 'constructor', subject: 'x:1', fields: [] })).toBeUndefined()
  expect(sentenceOf({ act: 'door.open', subject: 'x:1', fields: [] })).toBeUndefined()
})

test.each([
  [
    'adjustment',
    { customerId: 'c1', asset: 'BTC', amount: '1', reasonCode: 'WRONG_CREDIT', line: 'Yours', entry: '7' },
  ],
  ['reserve.topUp', { account: 'reserve:options', asset: 'USDT', amount: '5' }],
  ['withdrawal.limit', { customerId: 'c1', most: '5' }],
  ['params', { key: 'options', version: '2', value: '[]' }],
  ['customer.restrict', { customerId: 'c1', reasonCode: 'UNDERAGE', days: '9' }],
  ['instrument.listing', { instrument: 'BNBUSDT', state: 'delisted', reasonCode: 'renamed' }],
  ['customer.hold', { customerId: 'c1', reference: 'Court 1', tell: 'true' }],
])('the sentence of %s leaves nothing out of what the server signs', (kind, values) => {
  const sentence = sentenceOf(requestPayload({ kind, id: '1', values, reason: '' }, 'approve'))
  expect(Object.values(sentence?.values ?? {}).filter(({ text }) => text === '')).toEqual([])
})

const credit = (amount: string, claimed?: string, before?: string) =>
  sentenceOf({
    act: 'deposit.credit',
    subject: 'deposit:1',
    fields: [
      ['customer', 'c1'],
      ['coin', 'USDT'],
      ...(claimed === undefined ? [] : [['claimed', claimed] as const]),
      ['amount', amount],
      ...(before === undefined ? [] : [['creditedBefore', before] as const]),
    ],
  })

test('a credit names amount and claim as they are signed, and marks them where they differ', () => {
  expect(credit('1050.000000', '1050.000000')).toEqual({
    key: 'deposits.sentence.creditClaimed',
    customerId: 'c1',
    values: {
      amount: { as: 'amount', text: '1050.000000', asset: 'USDT' },
      claimed: { as: 'amount', text: '1050.000000', asset: 'USDT' },
      before: { as: 'amount', text: '0', asset: 'USDT' },
    },
  })
  expect(credit('5', '1050')?.key).toBe('deposits.sentence.creditOther')
  expect(deposits.sentence.creditOther).toContain('<differs>{amount}</differs>')
  expect(credit('5', '1050', '1045')?.key).toBe('deposits.sentence.creditMore')
})

test('what is taken from a customer is another sentence than what is given, without a sign in its amount', () => {
  const params = (amount: string) =>
    sentenceOf(
      requestPayload(
        { kind: 'adjustment', id: '1', values: { customerId: 'c1', asset: 'BTC', amount }, reason: '' },
        'approve',
      ),
    )
  expect([params('1')?.key, params('-1')?.key]).toEqual(['adjustments.sentence.give', 'adjustments.sentence.take'])
  expect(params('-1')?.values['amount']).toEqual({ as: 'amount', text: '1', asset: 'BTC' })
})

test('the sentence of an order that must be kept from the customer states it', () => {
  const params = (tell: string) =>
    sentenceOf(
      requestPayload(
        { kind: 'customer.hold', id: '1', values: { customerId: 'c1', reference: 'X', tell }, reason: '' },
        'approve',
      ),
    )?.key
  expect([params('true'), params('false'), params('')]).toEqual([
    'customers.sentence.hold',
    'customers.sentence.holdSilent',
    'customers.sentence.holdSilent',
  ])
})
