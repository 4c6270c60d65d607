import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { readPublicKeys } from '@evenhand/proofs/public-keys.ts'
import { verifyAuditEntries } from '@evenhand/proofs/verify-audit-entries.ts'
import { verifyHeads } from '@evenhand/proofs/verify-heads.ts'
import { operatorRoles, type OperatorRole, type OperatorRoute } from '@evenhand/protocol/operator-route.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operatorPeople, type Response, type OperatorPage } from './fixtures/operators.ts'
import { allOperatorRoutes } from './protocol-routes.ts'
import { wholeProduct, type WholeProduct } from './whole-product.ts'

// Every call of the console: who may make it, and what none of them can do.

let whole: WholeProduct
let at: ReturnType<typeof operatorPeople>
const pages = new Map<OperatorRole, OperatorPage>()
let routes: OperatorRoute[] = []
let customerToken = ''
beforeAll(async () => {
  whole = await wholeProduct()
  at = operatorPeople(whole.product.operators)
  for (const role of operatorRoles) pages.set(role, await at.signIn(`sandbox-${role}`))
  routes = whole.product.operatorsDomain.routes.map(({ route }) => route)
  const signedIn = await whole.product.app.inject({
    method: 'POST',
    url: '/swx/customer/login/login',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ account: 'amy', password: 'amy-tries-things' }),
  })
  customerToken = signedIn.json<{ result: { token: string } }>().result.token
})
afterAll(() => whole.close())

const unknownId = '00000000-0000-7000-8000-000000000000'
const call = (route: OperatorRoute, headers: Record<string, string>): Promise<Response> => {
  const url = route.path.replace(/:\w+/g, unknownId)
  return route.method === 'GET' ? at.get(url, headers) : at.post(url, {}, headers)
}
const isEnding = ({ path }: OperatorRoute): boolean => path === '/swx/admin/logout'

describe('every call of the console', () => {
  it('that the protocol declares is served, once, and nothing else is', () => {
    const entrances = ['POST /swx/admin/login', 'POST /swx/admin/setup', 'POST /swx/admin/setup/begin']
    const served = routes.map(({ method, path }) => `${method} ${path}`)
    const declared = allOperatorRoutes().map(({ method, path }) => `${method} ${path}`)
    expect(new Set(served).size).toBe(served.length)
    expect([...served, ...entrances].toSorted()).toEqual(declared.toSorted())
    expect(routes.every(({ summary }) => summary.length > 10)).toBe(true)
  })

  it('is refused to a caller without a session, to a customer, and without the header that only its page knows', async () => {
    for (const route of routes) {
      expect((await call(route, {})).status, route.path).toBe(401)
      const asCustomer = { authorization: customerToken, cookie: `evenhand-operator=${customerToken}` }
      expect((await call(route, asCustomer)).status, route.path).toBe(401)
    }
    const { cookie } = pages.get('risk')?.headers ?? { cookie: '' }
    for (const route of routes.filter(({ method }) => method !== 'GET')) {
      expect(await call(route, { cookie }), route.path).toMatchObject({
        code: 40020,
        params: { fields: [{ field: 'x-csrf' }] },
      })
      expect(await call(route, { cookie, 'x-csrf': 'x'.repeat(43) })).toMatchObject({ code: 40020 })
    }
  })

  it.each(operatorRoles)('permits %s exactly where the role stands beside it', async (role) => {
    const page = pages.get(role)
    if (page === undefined) throw new Error('no operator has this role')
    for (const route of routes.filter((one) => !isEnding(one))) {
      const response = await call(route, page.headers)
      const isRefused = response.code === 10008 && response.params['reason'] === 'ROLE'
      expect([route.method, route.path, isRefused]).toEqual([route.method, route.path, !route.roles.includes(role)])
    }
  })

  it('is made by its own page alone', async () => {
    const page = pages.get('risk')
    const foreign = { ...page?.headers, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const request = { code: 'BTCUSDT', suspended: true, reasonCode: 'maintenance', reason: 'a test of this' }
    expect(await at.post('/swx/admin/instruments/suspendNew', request, foreign)).toMatchObject({ code: 40020 })
    // A page of the customers' server on the same machine is another site too.
    const neighbour = { ...page?.headers, origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' }
    expect(await at.post('/swx/admin/instruments/suspendNew', request, neighbour)).toMatchObject({ code: 40020 })
  })

  it('is worth nothing at the customers’ server, and theirs nothing here', async () => {
    const page = pages.get('superadmin')
    const there = await whole.product.app.inject({ url: '/swx/admin/me', headers: page?.headers ?? {} })
    expect(there.statusCode).toBe(404)
    const own = await whole.product.app.inject({
      method: 'POST',
      url: '/swx/customer/user/getUserInfo',
      headers: { ...page?.headers, 'content-type': 'application/json', authorization: page?.headers.cookie ?? '' },
      payload: '{}',
    })
    expect(own.statusCode).toBe(401)
    expect((await at.get('/swx/customer/public/keys')).status).toBe(404)
  })
})

describe('no call of an operator', () => {
  it('has a word for setting a price, a result or a balance, for minting, forcing, or being a customer', () => {
    const levers = routes.filter(({ path }) =>
      /tick|price|outcome|result|balance|mint|burn|force|fill|match|win|lose|yield|impersonat|loginAs|settle|reopen|liquidat|position|trigger/i.test(
        path,
      ),
    )
    expect(levers.map(({ path }) => path)).toEqual([])
    // What a call may send is checked too: no field of a request is a price, a result or a balance.
    const fields = routes.flatMap(({ path, request }) =>
      Object.keys((request as unknown as { def?: { shape?: object } }).def?.shape ?? {}).map(
        (field) => `${path} ${field}`,
      ),
    )
    expect(fields.length).toBeGreaterThan(50)
    // The outcome of a proposal about an identity has nothing to do with an order; a work for charity is a draft at its price
    // before anybody can see or buy it.
    expect(fields.filter((field) => /price|tick|outcome|\bresult|balance|winner|yield/i.test(field))).toEqual([
      '/swx/admin/kyc/proposals/:id/decide outcome',
      ...['create', ':id/revise'].flatMap((act) =>
        ['startPrice', 'price'].map((field) => `/swx/admin/nfts/${act} ${field}`),
      ),
    ])
  })

  it('sees a contract but to read it, and does nothing to its order, its position or the place up to which prices were held', async () => {
    const ofContracts = routes.filter(({ path }) => path.includes('/contract'))
    expect(ofContracts.map(({ method, path, does }) => `${method} ${path} ${does}`)).toEqual([
      'GET /swx/admin/contracts read',
    ])
    // Neither by what its own role may do in the database: every function that fills, closes, reopens or ends is refused to it.
    const [row] = (await whole.database.asOwner(`
      select array_agg(p.proname::text order by 1) as closed from pg_proc p
      where p.pronamespace = 'contracts'::regnamespace and has_function_privilege('api', p.oid, 'execute')
        and not has_function_privilege('console', p.oid, 'execute')`)) as { closed: string[] }[]
    expect(row?.closed).toEqual(
      expect.arrayContaining([
        'accept',
        'begin_round',
        'close_positions',
        'end_orders',
        'end_round',
        'finance_positions',
        'keep_margin_calls',
        'open_positions',
        'protect',
        'request',
        'set_stops',
      ]),
    )
    for (const write of [
      'update contracts.positions set close_out = 1',
      'delete from contracts.orders',
      "update contracts.progress set done_to = done_to - interval '1 day'",
      'insert into contracts.history select * from contracts.history',
      'update contracts.exposure set notional = 0',
    ])
      await expect(whole.database.asOwner(`set role console; ${write}`)).rejects.toThrow('permission denied')
  })

  it('writes a table of prices, orders, settlements or money: the role behind it has no right to', async () => {
    const rows = (await whole.database.asOwner(`
      select lower(privilege_type) || ' ' || table_schema || '.' || table_name as right
      from information_schema.role_table_grants
      where grantee = 'console' and privilege_type <> 'SELECT'
      union
      select lower(privilege_type) || ' ' || table_schema || '.' || table_name
      from information_schema.role_column_grants
      where grantee = 'console' and privilege_type <> 'SELECT' order by 1`)) as { right: string }[]
    const rights = rows.map(({ right }) => right)
    const beyond = rights.filter((right) => !/ (?:operators|wallet|kyc|files|complaints|chats|content)\./.test(right))
    // A listing’s suspension, and what its customer is notified of an action; conversations and pages are no money.
    expect(beyond).toEqual(['insert markets.listing_filings', 'insert markets.listings', 'insert outbox.events'])
    expect(
      rights.filter((right) => / (?:ledger|options|contracts|books|accounts|auth|safeguards)\./.test(right)),
    ).toEqual([])
    // The record of operators is written by its function alone, and no role changes it.
    expect(rights.filter((right) => / operators\.audit_entries/.test(right))).toEqual([])
  })

  it('can call a function that writes money, but for those that require two persons or a proof', async () => {
    const rows = (await whole.database.asOwner(`
      select n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname not in ('pg_catalog', 'information_schema', 'public')
        and has_function_privilege('console', p.oid, 'execute') order by 1`)) as { name: string }[]
    const names = [...new Set(rows.map(({ name }) => name))]
    // It reads what custody holds beside what customers own, the number of an account, and the name of an asset.
    expect(names.filter((name) => /^(?:ledger|options|contracts)\./.test(name))).toEqual([
      'ledger.account_named',
      'ledger.asset_name',
      'ledger.coverage',
    ])
    expect(names.filter((name) => name.startsWith('operators.'))).toEqual([
      'operators.announce_adjustment',
      'operators.append_audit_entry',
      'operators.apply_adjustment',
      'operators.apply_legal_hold',
      'operators.apply_plan',
      'operators.apply_restriction',
      'operators.apply_top_up',
      'operators.apply_withdrawal_limit',
      'operators.caps_at',
      'operators.check_adjustment',
      'operators.end_restrictions',
      'operators.execute_adjustment',
      'operators.first_caps',
      'operators.has_role',
      'operators.is_resale_on',
      'operators.set_restriction',
    ])
  })
})

describe('the public', () => {
  const publicly = async (url: string) =>
    (await whole.product.app.inject({ url: `/swx/customer/${url}` })).json<{ code: number; result: never }>()

  it('reads every call there is, from the router that serves it', async () => {
    const { result } = (await publicly('public/capabilities')) as unknown as {
      result: { sentence: string; calls: { method: string; path: string; roles: string[] }[] }
    }
    expect(result.sentence).toBe('none sets prices, ticks or results')
    expect(result.calls.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
      routes.map(({ method, path }) => `${method} ${path}`).toSorted(),
    )
  })

  it('sees of customers nothing, and each customer who viewed him, by role', async () => {
    const support = pages.get('support')
    const { result: found } = (await support?.get('users?q=amy')) ?? { result: undefined }
    const [amy] = found.rows as { id: string; email: string }[]
    expect(amy?.email).toMatch(/^a•••@s•••\.example$/)
    // Two polls of an open page are one access.
    for (const _ of [1, 2]) expect((await support?.get(`users/${amy?.id}`))?.result.email).toBe(amy?.email)
    expect((await support?.post('users/reveal', { id: amy?.id, reason: ' ' }))?.code).toBe(40020)
    const reveal = { id: amy?.id, reason: 'she asked to be called back' }
    expect((await support?.post('users/reveal', reveal))?.result.email).toBe('amy@sandbox.evenhand.example')
    const log = await whole.product.app.inject({
      url: '/swx/customer/user/accessLog',
      headers: { authorization: customerToken },
    })
    const { rows } = log.json<{ result: { rows: object[] } }>().result
    expect(rows[0]).toMatchObject({ roles: ['support'], act: 'user.reveal', reason: 'she asked to be called back' })
    expect(rows.filter((row) => 'act' in row && row.act === 'user.look')).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('sandbox-support')
  })
})

describe('the record of operators', () => {
  it('is proved elsewhere by an export and heads that were kept', async () => {
    await whole.product.books.seal()
    const { result } = (await pages.get('auditor')?.get('audit/sealed')) ?? { result: undefined }
    const { result: heads } = (await whole.product.app.inject({ url: '/swx/customer/public/heads' })).json<{
      result: object[]
    }>()
    const { result: published } = (await whole.product.app.inject({ url: '/swx/customer/public/keys' })).json<{
      result: object
    }>()
    const keys = readPublicKeys(JSON.stringify(published), nodeCrypto)
    if (keys === undefined) throw new Error('no keys')
    const kept = verifyHeads([JSON.stringify(heads)], keys)
    const check = (value: object) => verifyAuditEntries(JSON.stringify(value), { kept, keys })
    const { ok, findings, entries } = check(result)
    expect([ok, findings]).toEqual([true, []])
    expect(entries).toBeGreaterThan(operatorRoles.length)
    // What operators can do was sealed before any of them came.
    expect(result.acts[0]).toMatchObject({ act: 'capabilities.served', operator: 'program' })
    const edited = result.acts.map((entry: { seq: number }) =>
      entry.seq === 2 ? { ...entry, reason: 'another' } : entry,
    )
    expect(check({ ...result, acts: edited }).findings).toEqual([{ is: 'seal', at: 'act 2' }])
  })
})

describe('a file that is exported', () => {
  it('holds no formula, and its export stands in the record', async () => {
    const risk = pages.get('risk')
    const { result } = (await risk?.get('users?q=amy')) ?? { result: undefined }
    const { id } = (result.rows as { id: string }[])[0] ?? { id: '' }
    await pages.get('support')?.post('users/reveal', { id, reason: '=HYPERLINK("https://evil.example")' })
    const auditor = pages.get('auditor')
    const file = await whole.product.operators.inject({
      method: 'POST',
      url: '/swx/admin/exports',
      headers: { 'content-type': 'application/json', ...auditor?.headers },
      payload: JSON.stringify({ what: 'audit', reason: 'for the yearly audit' }),
    })
    expect(file.headers['content-type']).toContain('text/csv')
    expect(file.body).toContain(`"'=HYPERLINK(`)
    const { result: record } = (await auditor?.get('audit?act=export')) ?? { result: undefined }
    expect(record.rows[0]).toMatchObject({ act: 'export.csv', subject: 'export:audit' })
  })
})
