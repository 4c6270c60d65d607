import { furtherDocuments } from '@evenhand/protocol/identification.ts'
import { randomUUID } from 'node:crypto'
import { refusalCodes } from '@evenhand/protocol/codes.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addressOf, idFields, type IdField } from './fixtures/sample-requests.ts'
import { examples } from './fixtures/beside-ids.ts'
import { authenticator } from './authenticator.ts'
import { keepLoan } from './fixtures/keep-loan.ts'
import { keepPlan } from './fixtures/plans.ts'
import { png } from './fixtures/images.ts'
import { pushBrowser } from './push-server.ts'
import { wholeProduct, type WholeProduct } from './whole-product.ts'

/** Fields whose ids belong to no customer, with the reason why nothing is disclosed or changed by them. */
const nobodys: Readonly<Record<string, string>> = {
  'POST nft/bid nftId': 'collectibles are everybody’s',
  'POST user/buyNft nftId': 'collectibles are everybody’s',
  'GET user/listNft nftId': 'collectibles are everybody’s, and the works returned are the caller’s own',
  'POST nft/deliver nftId':
    'collectibles are everybody’s; none but the owner has one delivered (collectible-delivery.test.ts)',
  'POST nft/offer nftId': 'collectibles are everybody’s; none but the owner offers one (resale.test.ts)',
  'POST nft/withdrawOffer nftId':
    'collectibles are everybody’s; none but the owner withdraws an offer (resale.test.ts)',
  'POST nft/buyResale nftId': 'collectibles are everybody’s',
  'GET user/listNftOffers nftId': 'collectibles are everybody’s, and the offers returned are the caller’s own',
  'GET user/listBids nftId': 'collectibles are everybody’s, and the bids returned are the caller’s own',
  'GET nft/:id/certificate id': 'collectibles are everybody’s; a certificate is the buyer’s own (certificate.test.ts)',
  'POST order/buySmart productId': 'products are nobody’s',
  'POST notification/read upTo': 'a place in time among the own notices; those of others are not read',
}

/** Fields before which something else is checked, whatever the id is; with the code of that. */
const after: Readonly<Record<string, { code: number; why: string }>> = {
  'POST loan/apply signatureFileId': { code: 10022, why: 'a verified identity is checked first' },
  'POST address/update id': { code: 40015, why: 'the fund password is checked first' },
  ...Object.fromEntries(
    furtherDocuments.map((field) => [
      `POST user/identification ${field}`,
      { code: 40020, why: 'a document that was not requested is refused before any id is looked up' },
    ]),
  ),
}

/** Fields that are taken only beside other ids of the own, so that one of hers alone shows nothing. */
const besideOthers: Readonly<Record<string, string>> = {
  'POST user/identification frontFileId': 'all pictures of a document have to be of one customer',
  'POST user/identification backFileId': 'the same',
  'POST user/identification holdingFileId': 'the same',
  ...Object.fromEntries(
    furtherDocuments.map((field) => [`POST user/identification ${field}`, 'taken only where a reviewer requested it']),
  ),
  'POST user/fundPassword/selfie fileId': 'only a picture of identity is taken, and it is sent for this alone',
  'POST user/recharge/:id/resubmit id': 'a deposit that was rejected is there to be sent again, and no other',
  'POST loan/collateral id': 'a loan that was secured by its application is there to be added to, and no other',
  'GET loan/plan/document/:id id': 'a repayment plan that was accepted has a document, and no other',
  'POST loan/takeCollateral id': 'a secured loan that was paid out is there to be taken back from, and no other',
  'POST loan/cancel14d id': 'a loan that was paid out is there to be cancelled, and no other',
  'POST user/recharge/:id/resubmit proofFileId': 'the deposit is read first',
}

let whole: WholeProduct
let amy: Owner
let ben: Owner
let fields: IdField[] = []
/** The ids of everything that is Amy's, by table. */
let hers: { table: string; ids: string[] }[] = []

beforeAll(async () => {
  whole = await wholeProduct()
  fields = idFields(
    whole.product.routes.map(({ route }) => route),
    examples,
  )
  amy = await signIn('amy')
  ben = await signIn('ben')
  await fill()
  hers = await idsOf(amy)
})
afterAll(() => whole.close())

type Response = { code: number; result: never }
type Owner = { token: string; id: string; accountId: string }
type CallOptions = { token: string; virtually?: 'YES' | 'NO' }

async function call(
  { method, url, body }: { method: string; url: string; body?: object | undefined },
  { token, virtually = 'YES' }: CallOptions,
): Promise<Response> {
  const response = await whole.product.app.inject({
    method: method as 'GET',
    url: url.startsWith('/') ? url : `/swx/customer/${url}`,
    headers: {
      virtually,
      authorization: token,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
  const isJson = String(response.headers['content-type']).includes('json')
  return isJson ? (response.json() as Response) : ({ code: response.statusCode } as Response)
}
async function post(url: string, body: object, options: CallOptions = amy): Promise<never> {
  const { code, result } = await call({ method: 'POST', url, body }, options)
  if (code !== 200) throw new Error(`${url} returned ${code}`)
  return result
}

const passwords = { amy: 'amy-tries-things', ben: 'ben-tries-things' }
async function signIn(name: 'amy' | 'ben'): Promise<Owner> {
  const request = { account: name, password: passwords[name] }
  const { token, user } = (await post('login/login', request, { token: '' })) as { token: string; user: { id: string } }
  const accountId = await whole.product.ledger.accountNamed(`user:${user.id}`)
  return { token, id: user.id, accountId: String(accountId) }
}
const prove = (name: 'amy' | 'ben', options: Owner) => post('user/proof', { password: passwords[name] }, options)

/** Gives Amy one of everything. */
async function fill(): Promise<void> {
  await prove('amy', amy)
  const device = authenticator()
  const passkey = device.make(await post('user/passkey/options', {}))
  amy = { ...amy, ...((await post('user/passkey/register', { passkey })) as { token: string }) }
  await whole.database.asOwner(
    `insert into auth.api_keys (key_hash, id, customer_id, label, ending, scope, virtual_only, created_at, expires_at)
     values (sha256('x'), gen_random_uuid(), $1, 'Bot', 'abcd', 'READ', true, now(), now() + interval '1 day')`,
    [amy.id],
  )
  await prove('ben', ben)
  await post('order/buyOptions', { code: 'BTCUSDT', direction: 'UP', limitTime: 300, amount: '5' })
  const limit = { code: 'BTCUSDT', side: 'BUY', orderType: 'LIMIT', lots: '0.01', leverage: 1, price: '1000' }
  await post('order/buyContract', limit)
  await post('alert', { code: 'BTCUSDT', kind: 'ABOVE', target: '99999999' })
  await post('watchlist/list', { name: 'Mine' })
  const deposit = { ...examples['POST user/recharge'], proofFileId: await upload('deposit') }
  await post('user/recharge', deposit, { ...amy, virtually: 'NO' })
  await withdraws(amy)
  await keepPlan(whole.database, amy.accountId)
  await keepLoan(whole.database, amy)
  await post('complaint', { kind: 'account', text: 'Nobody answers what I asked.' })
  await post('chat/open', {})
  await post('push/subscribe', pushBrowser('https://fcm.googleapis.com', 'amy').subscription)
  await call({ method: 'GET', url: 'user/quiz' }, amy)
  await whole.product.notices.enqueueNotices(whole.database.pools.api, [
    { accountId: BigInt(amy.accountId), template: 'welcome', params: { username: 'amy' }, ref: 'here' },
  ])
  await whole.product.notices.idle()
}

/** Sends a picture of one pixel's worth. */
async function upload(purpose: string): Promise<string> {
  const mark = 'between-parts'
  const head = `--${mark}\r\ncontent-disposition: form-data; name="purpose"\r\n\r\n${purpose}\r\n--${mark}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`
  const response = await whole.product.app.inject({
    method: 'POST',
    url: '/swx/customer/file/upload',
    headers: { virtually: 'YES', authorization: amy.token, 'content-type': `multipart/form-data; boundary=${mark}` },
    payload: Buffer.concat([Buffer.from(head), await png(64, 64), Buffer.from(`\r\n--${mark}--\r\n`)]),
  })
  const { code, result } = response.json() as { code: number; result: { fileId: string } }
  if (code !== 200) throw new Error(`no upload: ${response.body}`)
  return result.fileId
}

/** A withdrawal with its address, and a quote, as they are kept: to request them takes days and money. */
async function withdraws({ id, accountId }: Owner): Promise<void> {
  await whole.database.asOwner(
    `with address as (
      insert into wallet.addresses (id, customer_id, coin, network, address, label, created_at, active_at)
      values ($3, $1, 'USDT', 'TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'Mine', now(), now() + interval '1 day')
      returning id)
    insert into wallet.withdrawals (id, order_no, customer_id, account_id, method, coin, network, chain, address_id,
      address, asset, amount, fee, net, requested_at, due_at, confirmed_by, payload_hash, prices, to_origin, status,
      moved_at, approvals_needed, retry_at)
    select $4, 1, $1, $2, 'USDT-TRC20', 'USDT', 'TRC20', 'tron', $3, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 1, 2, 1, 1,
      t, t + interval '1 day', 'code', sha256('one'), array[1, 1], false, 'CANCELLED', t, 0, t
    from address, now() as t`,
    [id, accountId, randomUUID(), randomUUID()],
  )
  await whole.database.asOwner(
    `insert into wallet.conversion_quotes (id, customer_id, from_asset, to_asset, amount, received, at, ends_at)
    values ($2, $1, 1, 4, 1000000, 1, now(), now() + interval '1 hour')`,
    [id, randomUUID()],
  )
}

/** The ids in every row of every table that names the customer. */
async function idsOf({ id, accountId }: Owner): Promise<typeof hers> {
  const columns = (await whole.database.asOwner(`
    select c.table_schema || '.' || c.table_name as table,
      array_agg(c.column_name::text) filter (where c.data_type = 'uuid') as ids,
      bool_or(c.column_name = 'customer_id') as by_customer, bool_or(c.column_name = 'account_id') as by_account
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema')
    group by 1 having bool_or(c.column_name in ('customer_id', 'account_id'))`)) as {
    table: string
    ids: string[] | null
    by_customer: boolean
  }[]
  const found: typeof hers = []
  for (const { table, ids, by_customer: byCustomer } of columns) {
    if (ids === null) continue
    const rows = (await whole.database.asOwner(
      `select distinct one.id from ${table}, unnest(array[${ids.join(', ')}]) as one(id)
       where ${byCustomer ? 'customer_id' : 'account_id'}::text = $1 and one.id is not null limit 20`,
      [byCustomer ? id : accountId],
    )) as { id: string }[]
    if (rows.length > 0) found.push({ table, ids: rows.map((row) => row.id) })
  }
  return found
}

const modesOf = ({ route }: IdField): readonly ('YES' | 'NO')[] => (route.realOnly === true ? ['NO'] : ['YES', 'NO'])
const isBeside = ({ name, field }: IdField): boolean => besideOthers[`${name} ${field}`] !== undefined
const isOwned = ({ name, field }: IdField): boolean => nobodys[`${name} ${field}`] === undefined
const requestFor = (options: IdField, id: string, by: CallOptions): Promise<Response> =>
  call({ method: options.route.method, ...addressOf(options.route, options.requestWith(id)) }, by)

it('there is something of hers to request', () => {
  const tables = hers.map(({ table }) => table)
  for (const table of ['options.open_orders', 'notices.alerts', 'notices.notices', 'auth.sessions', 'auth.passkeys'])
    expect(tables).toContain(table)
  expect(fields.length).toBeGreaterThan(15)
  const known = new Set(fields.map(({ name, field }) => `${name} ${field}`))
  const named = Object.keys({ ...nobodys, ...after, ...besideOthers })
  expect(named.filter((name) => !known.has(name))).toEqual([])
})

it("with another customer's token every id is one that is not there, whatever it is the id of", async () => {
  const wrong: string[] = []
  for (const options of fields.filter(isOwned))
    for (const virtually of modesOf(options))
      for (const { table, ids } of [{ table: 'nothing', ids: [randomUUID()] }, ...hers])
        for (const id of ids) {
          const { code } = await requestFor(options, id, { ...ben, virtually })
          if (code !== (after[`${options.name} ${options.field}`]?.code ?? 40039))
            wrong.push(`${options.name} with ${options.field} of ${table} returned ${code}`)
        }
  expect([...new Set(wrong)]).toEqual([])
})

it('what is no id is refused as none, and nothing else comes of it', async () => {
  const wrong: string[] = []
  const none = ['\u0000', "' or ''='", '-1', '../user/sessions', 'NaN', randomUUID().toUpperCase(), '[object Object]']
  for (const options of fields)
    for (const id of none)
      for (const virtually of modesOf(options)) {
        const { code } = await requestFor(options, id, { ...ben, virtually })
        const own = options.route.fieldRefusals?.[options.field]
        if (code !== refusalCodes[own ?? 'dataIncomplete'])
          wrong.push(`${options.name} with ${JSON.stringify(id)} as ${options.field} returned ${code}`)
      }
  expect([...new Set(wrong)]).toEqual([])
})

it('nothing of hers is changed by that', async () => {
  const kept = await idsOf(amy)
  for (const { table, ids } of hers) {
    const now = kept.find((one) => one.table === table)?.ids ?? []
    // A notice of her own withdrawal comes whenever the job comes to it.
    if (table === 'notices.notices') expect(now).toEqual(expect.arrayContaining(ids))
    else expect(now.toSorted(), table).toEqual(ids.toSorted())
  }
})

it('her own calls succeed: what was requested was there', async () => {
  const unshown: string[] = []
  // What ends the own session comes last.
  const rank = ({ name }: IdField): number => (/passkey/.test(name) ? 1 : /sessions/.test(name) ? 2 : 0)
  for (const options of fields.toSorted((a, b) => rank(a) - rank(b)).filter((one) => isOwned(one) && !isBeside(one))) {
    let isShown = false
    for (const id of hers.flatMap(({ ids }) => ids))
      for (const virtually of isShown ? [] : modesOf(options)) {
        const { code, result } = await requestFor(options, id, { ...amy, virtually })
        isShown ||= code !== 40039 && code !== 401
        // A change of a credential goes on under another token.
        const { token } = (result ?? {}) as { token?: string }
        if (code === 200 && token !== undefined) amy = { ...amy, token }
      }
    if (!isShown) unshown.push(`${options.name} ${options.field}`)
  }
  expect(unshown).toEqual([])
})
