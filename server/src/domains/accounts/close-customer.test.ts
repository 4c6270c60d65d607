import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeIn } from '../../../test/fixtures/mailed-codes.ts'
import { pushBrowser } from '../../../test/push-server.ts'
import { wholeProduct, type WholeProduct } from '../../../test/whole-product.ts'

let whole: WholeProduct
beforeAll(async () => void (whole = await wholeProduct()))
afterAll(() => whole.close())

type Response = {
  code: number
  params: object
  result: { token: string; orderId: string; closedAt: number; virtual: object[] }
}
type CallOptions = { token?: string; virtually?: string }
async function call(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body: object | undefined,
  options: CallOptions = {},
): Promise<Response> {
  const response = await whole.product.app.inject({
    method,
    url: path.startsWith('/') ? path : `/swx/customer/${path}`,
    headers: {
      virtually: options.virtually ?? 'YES',
      ...(options.token === undefined ? {} : { authorization: options.token }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
  return response.json() as Response
}
const post = (path: string, body: object, options?: CallOptions) => call('POST', path, body, options)

const password = 'seven quiet herons'
let made = 0
type Person = { email: string; token: string }
async function newPerson(): Promise<Person> {
  const email = `leaver-${++made}@example.com`
  await post('login/sendCode', { to: email, scene: 'register' })
  const mails = (await call('GET', `/sandbox/mails?to=${email}`, undefined)) as unknown as {
    subject: string
    text: string
  }[]
  const form = (await call('GET', 'login/registerForm', undefined)).result as unknown as { termsVersion: string }
  const registered = await post('login/register', {
    email,
    password,
    confirm: password,
    code: codeIn(mails, 'register'),
    country: 'SG',
    adult: true,
    termsVersion: form.termsVersion,
    lang: 'en',
  })
  expect(registered.code).toBe(200)
  return { email, token: registered.result.token }
}
const signIn = ({ email }: Person) => post('login/login', { account: email, password })
const prove = ({ token }: Person) => post('user/proof', { password }, { token })
const close = ({ token }: Person) => post('user/close', {}, { token })
const buy = ({ token }: Person) =>
  post('order/buyOptions', { code: 'BTCUSDT', direction: 'UP', limitTime: 60, amount: '50' }, { token })
const auditFinds = async () => (await whole.product.ledger.audit()).filter(({ ok }) => !ok)

test('an account closes by a recent proof: sessions end, sign-ins are refused, e-mail and name stay reserved', async () => {
  const amy = await newPerson()
  const other = { ...amy, token: (await signIn(amy)).result.token }
  expect((await close(amy)).code).toBe(40036)
  expect((await prove(amy)).code).toBe(200)
  // A proof is of one session alone.
  expect((await close(other)).code).toBe(40036)
  expect(await close(amy)).toMatchObject({ code: 200, result: { closedAt: expect.any(Number) } })
  for (const { token } of [amy, other]) expect((await post('user/getUserInfo', {}, { token })).code).toBe(401)
  expect(await signIn(amy)).toMatchObject({ code: 10005, params: { status: 'CLOSED' } })
  expect((await post('login/login', { account: amy.email, password: 'another password' })).code).toBe(10004)
  expect(await call('GET', `login/checkUserNameOrPhone?email=${amy.email}`, undefined)).toMatchObject({
    result: { exists: true },
  })
  await whole.product.auth.idle()
  const mails = (await call('GET', `/sandbox/mails?to=${amy.email}`, undefined)) as unknown as { subject: string }[]
  expect(mails.map(({ subject }) => subject)).toContain('Your Evenhand account is closed')
  expect(await auditFinds()).toEqual([])
})

test('a running order hinders, and the account is as it was', async () => {
  const ben = await newPerson()
  await prove(ben)
  expect((await buy(ben)).code).toBe(200)
  expect(await close(ben)).toMatchObject({ code: 10008, params: { reason: 'OPEN_ORDERS', account: 'virtual' } })
  expect((await call('GET', 'user/accounts', undefined, ben)).result.virtual).toEqual([
    { asset: 'USDT.virtual', free: '9950.000000', held: '50.000000' },
  ])
})

test('an order for a contract that waits hinders though it holds nothing, and no longer once it is cancelled', async () => {
  const gus = await newPerson()
  await prove(gus)
  const limit = { code: 'BTCUSDT', side: 'BUY', orderType: 'LIMIT', lots: '0.01', leverage: 1, price: '100.00' }
  const { code, result } = await post('order/buyContract', limit, gus)
  expect(code).toBe(200)
  const hindrance = { reason: 'OPEN_ORDERS', account: 'virtual', product: 'contracts' }
  expect(await close(gus)).toMatchObject({ code: 10008, params: hindrance })
  expect((await call('DELETE', `order/cancelContract/${result.orderId}`, undefined, gus)).code).toBe(200)
  expect((await close(gus)).code).toBe(200)
})

test('anything real hinders, however little, and is named', async () => {
  const cat = await newPerson()
  await prove(cat)
  const session = await whole.product.auth.findSession(cat.token)
  const { ledger } = whole.product
  const capital = await ledger.accountNamed('house:capital')
  const give = (units: bigint) =>
    ledger.post(whole.database.owner, {
      kind: 'test.move',
      ref: '01900000-0000-7000-8000-000000000000',
      at: 1_800_000_000_000,
      lines: [
        { accountId: session?.accountId ?? 0n, asset: 'BTC', units },
        { accountId: capital, asset: 'BTC', units: -units },
      ],
    })
  await give(1n)
  expect(await close(cat)).toMatchObject({
    code: 10008,
    params: { reason: 'BALANCE', asset: 'BTC', amount: '0.00000001' },
  })
  await give(-1n)
  expect((await close(cat)).code).toBe(200)
})

test('a bid that leads an auction hinders by its own name, since no order runs that could be sold', async () => {
  const fay = await newPerson()
  await prove(fay)
  const session = await whole.product.auth.findSession(fay.token)
  const { ledger } = whole.product
  const capital = await ledger.accountNamed('house:capital')
  const lines = [
    { accountId: session?.accountId ?? 0n, asset: 'USDT', units: 500_000_000n },
    { accountId: capital, asset: 'USDT', units: -500_000_000n },
  ] as const
  const ref = '01900000-0000-7000-8000-000000000001'
  await ledger.post(whole.database.owner, { kind: 'test.move', ref, at: 1_800_000_000_000, lines: [...lines] })
  const works = await call('GET', 'index/listNft?status=LIVE', undefined)
  const [work] = works.result as unknown as { id: string; startPrice: string }[]
  const bid = { nftId: work?.id, amount: work?.startPrice }
  expect(await call('POST', 'nft/bid', bid, { ...fay, virtually: 'NO' })).toMatchObject({ code: 200 })
  expect(await close(fay)).toMatchObject({ code: 10008, params: { reason: 'BID_LEADS' } })
})

test('who buys and closes at once has one of both, and the books add up', async () => {
  for (let round = 0; round < 8; round++) {
    const dan = await newPerson()
    await prove(dan)
    const [bought, closed] = await Promise.all([buy(dan), close(dan)])
    expect([bought.code, closed.code].filter((code) => code === 200)).toHaveLength(1)
    if (closed.code === 200) expect([401, 10026]).toContain(bought.code)
    else expect(closed).toMatchObject({ code: 10008, params: { reason: 'OPEN_ORDERS' } })
  }
  expect(await auditFinds()).toEqual([])
})

test('of many closings, resets and sign-ins at once nothing is left open', async () => {
  const eve = await newPerson()
  await prove(eve)
  const session = await whole.product.auth.findSession(eve.token)
  const responses = await Promise.all([
    ...Array.from({ length: 5 }, () => close(eve)),
    ...Array.from({ length: 5 }, () => post('user/virtual/reset', {}, eve)),
    ...Array.from({ length: 3 }, () => signIn(eve)),
  ])
  expect(responses.slice(0, 5).filter(({ code }) => code === 200)).toHaveLength(1)
  for (const { code, result } of responses.slice(10))
    if (code === 200) expect((await post('user/getUserInfo', {}, result)).code).toBe(401)
  const balances = await whole.product.ledger.balances(session?.accountId ?? 0n)
  expect(balances.filter(({ free, held }) => free !== 0n || held !== 0n)).toEqual([])
})

test('a customer who has left is notified of nothing more: alerts and browsers are forgotten', async () => {
  const amy = await newPerson()
  const alert = { code: 'BTCUSDT', kind: 'ABOVE', target: '999999' }
  expect((await post('alert', alert, amy)).code).toBe(200)
  const browser = pushBrowser('https://fcm.googleapis.com', 'leaves').subscription
  expect((await post('push/subscribe', browser, amy)).code).toBe(200)
  const kept = async () => {
    const rows = await whole.database.asOwner(`
      select 1 as n from notices.alerts union all select 1 from notices.push_subscriptions`)
    return (rows as object[]).length
  }
  expect(await kept()).toBe(2)
  await prove(amy)
  expect((await close(amy)).code).toBe(200)
  expect(await kept()).toBe(0)
})
