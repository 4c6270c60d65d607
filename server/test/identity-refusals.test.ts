import { randomUUID } from 'node:crypto'
import { identificationStatuses, type IdentificationStatus } from '@evenhand/protocol/states.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { identityPeople } from './fixtures/identity-customers.ts'
import { wholeProduct, type WholeProduct } from './whole-product.ts'

// What requires a verified identity gives the same refusals, whatever the action: 10022 without any form, 30003 with the state to
// whose identification is pending, rejected or expired. A withdrawal is refused by neither, in any state.

let whole: WholeProduct
let people: ReturnType<typeof identityPeople>
let token = ''
let id = ''
let quoteId = ''

beforeAll(async () => {
  whole = await wholeProduct()
  people = identityPeople(whole)
  token = await people.signIn('amy')
  id = await people.customerIdOf(token)
  const accountId = (await whole.product.accounts.find(id))?.accountId ?? 0n
  await whole.product.ledger.post(whole.database.owner, {
    kind: 'test',
    ref: randomUUID(),
    at: Date.now(),
    lines: [
      { accountId, asset: 'USDT', units: 2_000_000_000n },
      { accountId: await whole.product.ledger.accountNamed('house:capital'), asset: 'USDT', units: -2_000_000_000n },
    ],
  })
  // She may trade real options: the questions are answered and the day is over.
  await whole.database.asOwner(
    `insert into safeguards.quiz_attempts (id, customer_id, product, questions, drawn_at, answered_at, answers, right_answers, passed)
    values ($1, $2, 'options', '[]', now() - interval '3 days', now() - interval '3 days', '[]', 12, true)`,
    [randomUUID(), id],
  )
  await whole.database.asOwner(
    `insert into safeguards.risk_acks (customer_id, product, shown_at, confirmed_at)
    values ($1, 'options', now() - interval '2 days', now() - interval '10 hours')`,
    [id],
  )
  const pair = { from: 'USDT', to: 'BTC', amount: '1500' }
  quoteId = ((await people.post('user/convert/quote', pair, token)).result as { quoteId: string }).quoteId
  expect((await people.send(await people.form(token), token)).code).toBe(200)
  await whole.database.asOwner('alter table kyc.identifications disable trigger moves_as_it_may')
  // Most of what arrived waits for her to be verified, as deposits write it.
  await whole.database.asOwner(`update ledger.balances set kept = 1900000000 where account_id = $1 and asset = 1`, [
    String(accountId),
  ])
})
afterAll(() => whole.close())

async function standsAt(status: IdentificationStatus): Promise<void> {
  if (status !== 'NOT_VERIFIED') {
    await whole.database.asOwner('update kyc.identifications set customer_id = $1, status = $2', [id, status])
    return
  }
  const [ben] = (await whole.database.asOwner(`select id from accounts.customers where username = 'ben'`)) as [
    { id: string },
  ]
  await whole.database.asOwner('update kyc.identifications set customer_id = $1', [ben.id])
}

const actions: Readonly<Record<string, () => Promise<{ code: number; params: object }>>> = {
  'buying an option': () =>
    people.post('order/buyOptions', { code: 'BTCUSDT', direction: 'UP', limitTime: 60, amount: '150' }, token),
  'a quote of a conversion': () =>
    people.post('user/convert/quote', { from: 'USDT', to: 'BTC', amount: '1500' }, token),
  'a conversion': () => people.post('user/convert', { quoteId }, token),
  async 'a new fund password by a picture'() {
    const { number } = (await people.get('user/fundPassword/selfie', token)).result as { number: string }
    await whole.database.asOwner(
      `insert into wallet.fund_passwords (customer_id, hash, set_at) values ($1, 'x', now()) on conflict do nothing`,
      [id],
    )
    await people.post('user/proof', { password: 'amy-tries-things' }, token)
    return people.post(
      'user/fundPassword/selfie',
      { new: '719305', number, fileId: await people.file(token), code: '000000' },
      token,
    )
  },
}

describe.each(Object.keys(actions))('%s', (act) => {
  it.each(identificationStatuses.filter((status) => status !== 'VERIFIED'))('while it is %s', async (status) => {
    await standsAt(status)
    const response = await actions[act]?.()
    if (status === 'NOT_VERIFIED') expect(response).toMatchObject({ code: 10022, params: {} })
    else expect(response).toMatchObject({ code: 30003, params: { status } })
  })
})

it.each(identificationStatuses)('a withdrawal is requested by nothing of this while it is %s', async (status) => {
  await standsAt(status)
  const max = await people.get('user/withdrawal/max?method=USDT-TRC20', token)
  expect(max).toMatchObject({ code: 200, result: { max: status === 'VERIFIED' ? '2000.000000' : '1000.000000' } })
})
