import { readdirSync, readFileSync } from 'node:fs'
import type { CodeScene } from '@evenhand/protocol/accounts.ts'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { codeIn } from '../../../test/fixtures/mailed-codes.ts'
import { wholeProduct, type WholeProduct } from '../../../test/whole-product.ts'

// No payment, score, limit, pause, plan or loan stands before one's own money: the code of withdrawals cannot even read them.

const folders = ['./', '../addresses/', '../auth/fund-password/', '../../payout/'].map(
  (path) => new URL(path, import.meta.url),
)
const sources = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') })),
)

it('knows nothing that could be a condition', () => {
  expect(sources.length).toBeGreaterThan(20)
  const opening = readFileSync(new URL('../../app/open-withdrawals.ts', import.meta.url), 'utf8')
  for (const { name, text } of [...sources, { name: 'open-withdrawals.ts', text: opening }]) {
    const imports = [...text.matchAll(/from '([^']+)'/g)].map(([, path]) => path ?? '')
    const conditions = /safeguards|loans|plans|invites|options|contracts|collectibles|deposits/
    expect(
      imports.filter((path) => conditions.test(path)),
      name,
    ).toEqual([])
    expect(text, name).not.toMatch(/creditScore|credit_score|mayTrade|mayDeposit|ownLimit|turnover|bonus|\btax\b/i)
  }
})

let whole: WholeProduct
beforeAll(async () => {
  whole = await wholeProduct()
})
afterAll(() => whole.close())

type Body = { code: number; result: Record<string, never>; params: Record<string, unknown> }
async function call(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  options: { body?: object; token?: string },
): Promise<Body> {
  const response: LightMyRequestResponse = await whole.product.app.inject({
    method,
    url: path.startsWith('/') ? path : `/swx/customer/${path}`,
    headers: {
      virtually: 'NO',
      ...(options.token === undefined ? {} : { authorization: options.token }),
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(options.body === undefined ? {} : { payload: JSON.stringify(options.body) }),
  })
  return response.json() as Body
}
async function code(token: string, email: string, body: { scene: CodeScene; quoteId?: string }): Promise<string> {
  expect((await call('POST', 'login/sendCode', { body, token })).code).toBe(200)
  await whole.product.auth.idle()
  const mails = await whole.product.app.inject({ method: 'GET', url: `/sandbox/mails?to=${email}` })
  return codeIn(mails.json(), body.scene)
}

it('lets a customer withdraw who has excluded himself, has a low score and is restricted', async () => {
  const { product, database } = whole
  const signIn = { account: 'amy', password: 'amy-tries-things' }
  const signed = await call('POST', 'login/login', { body: signIn })
  const { token, user } = signed.result as unknown as { token: string; user: { id: string; email: string } }
  const { email } = user
  await call('POST', 'user/proof', { token, body: { password: signIn.password } })
  const fundPassword = '482915'
  const set = { fundPassword, code: await code(token, email, { scene: 'fundpwd' }) }
  expect((await call('POST', 'user/fundPassword/set', { token, body: set })).code).toBe(200)
  const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
  const added = await call('POST', 'address/add', {
    token,
    body: {
      coin: 'USDT',
      network: 'TRC20',
      address,
      label: 'mine',
      fundPassword,
      code: await code(token, email, { scene: 'address', quoteId: address }),
    },
  })
  const addressId = (added.result as unknown as { id: string }).id
  expect((await call('POST', '/sandbox/clock', { body: { advanceMs: 86_400_000 } })).code).toBe(200)
  const accountId = (await product.accounts.find(user.id))?.accountId ?? 0n
  const custody = await product.ledger.accountNamed('custody:tron')
  await product.ledger.post(database.owner, {
    kind: 'deposit',
    ref: crypto.randomUUID(),
    at: 1_800_000_000_000,
    lines: [
      { accountId, asset: 'USDT', units: 500_000_000n },
      { accountId: custody, asset: 'USDT', units: -500_000_000n },
    ],
  })
  const exclusion = { months: 6 }
  const excluded = await call('POST', 'user/selfExclusion', { token, body: exclusion })
  expect(excluded.code, JSON.stringify(excluded)).toBe(200)
  await call('PUT', 'user/limits', { token, body: { maxBalance: '1' } })
  await database.asOwner(`update accounts.customers set credit_score = 300, status = 'RESTRICTED' where id = $1`, [
    user.id,
  ])
  const quote = await call('GET', `user/withdrawal/quote?method=USDT-TRC20&addressId=${addressId}&amount=500`, {
    token,
  })
  const { quoteId } = quote.result as unknown as { quoteId: string }
  const body = {
    method: 'USDT-TRC20',
    addressId,
    amount: '500',
    fundPassword,
    quoteId,
    code: await code(token, email, { scene: 'withdraw', quoteId }),
  }
  const requested = await call('POST', 'user/withdrawal', { token, body })
  expect(requested, JSON.stringify(requested)).toMatchObject({ code: 200, result: { status: 'AUTO_OK' } })
})
