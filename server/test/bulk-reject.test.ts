import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityPeople } from './fixtures/identity-customers.ts'
import { operatorPeople, type OperatorPage } from './fixtures/operators.ts'
import { wholeProduct, type WholeProduct } from './whole-product.ts'

let whole: WholeProduct
let first: OperatorPage
let second: OperatorPage
let auditor: OperatorPage
let atConsole: ReturnType<typeof operatorPeople>
const count = 20
const idOf = (n: number): string => `01890000-0000-7000-8000-c${String(n).padStart(11, '0')}`
const ids = Array.from({ length: count }, (_, n) => idOf(n + 1))

beforeAll(async () => {
  whole = await wholeProduct()
  const people = identityPeople(whole)
  const amy = await people.customerIdOf(await people.signIn('amy'))
  await whole.database.asOwner(`
    set session_replication_role = replica;
    insert into wallet.deposits (id, customer_id, account_id, asset, network, chain, amount, last6, tx_hash, source, status,
      created_at, due_at)
    select ('01890000-0000-7000-8000-c' || lpad(n::text, 11, '0'))::uuid, c.id, c.account_id, 1, 'TRC20', 'tron', n * 1000000,
      'aB3dE6', md5(n::text) || md5(n::text), 'CLAIM', 'SUBMITTED', now(), now() + interval '1 day'
    from generate_series(1, ${count}) n, accounts.customers c where c.id = '${amy}';
    set session_replication_role = origin`)
  const at = operatorPeople(whole.product.operators)
  atConsole = at
  ;[first, second, auditor] = [
    await at.signIn('sandbox-finance1'),
    await at.signIn('sandbox-finance2'),
    await at.signIn('sandbox-auditor'),
  ]
}, 240_000)
afterAll(() => whole.close())

const response = { reasonCode: 'NOT_FOUND', reason: 'no such transaction' }
/** Rejects one after the other, as the console does with many; returns the code of each by its id. */
async function rejectAll(by: OperatorPage, wanted: readonly string[]): Promise<Map<string, number>> {
  const codes = new Map<string, number>()
  for (const id of wanted) codes.set(id, (await by.post(`deposits/${id}/reject`, response)).code)
  return codes
}

test('two operators who reject the same deposits at once end each once, and both learn which were theirs', async () => {
  const [own, other] = await Promise.all([rejectAll(first, ids), rejectAll(second, ids.toReversed())])
  for (const id of ids) expect([own.get(id), other.get(id)].toSorted()).toEqual([200, 40039])
  const taken = [own, other].map((codes) => [...codes.values()].filter((code) => code === 200).length)
  expect(taken.every((rejected) => rejected > 0)).toBe(true)
  expect((await first.get('deposits?status=REJECTED&size=100')).result.total).toBe(count)
  expect(
    await whole.database.asOwner(
      'select count(*)::int as n, count(distinct deposit_id)::int as d from wallet.deposit_rejections',
    ),
  ).toEqual([{ n: count, d: count }])
  // One line of the audit log for each, and none for what was refused.
  const entries = (await auditor.get('audit?act=deposit.reject&size=100')).result.rows as { subject: string }[]
  expect(entries.map(({ subject }) => subject).toSorted()).toEqual(ids.map((id) => `deposit:${id}`))
})

test('among many submitted again those that the same operator rejected before wait for another', async () => {
  const again = ids.slice(0, 6)
  const rows = (await whole.database.asOwner(
    `update wallet.deposits set status = 'SUBMITTED', resubmitted = true, round = 2, reason_code = null, decided_at = null
     where id = any ('{${again.join(',')}}'::uuid[]) returning id`,
  )) as { id: string }[]
  expect(rows).toHaveLength(again.length)
  const before = (await whole.database.asOwner(
    `select deposit_id as id from wallet.deposit_rejections where operator_id = '${first.id}'`,
  )) as { id: string }[]
  const own = new Set(before.map(({ id }) => id))
  const codes = await rejectAll(first, again)
  for (const id of again) expect([id, codes.get(id)]).toEqual([id, own.has(id) ? 40033 : 200])
  const left = again.filter((id) => own.has(id))
  expect([...(await rejectAll(second, left)).values()]).toEqual(left.map(() => 200))
})

test('held invite rewards that two officers decide at once are decided once each, for the reason of the first officer', async () => {
  const officers = [await atConsole.signIn('sandbox-risk'), await atConsole.signIn('sandbox-risk-2')] as const
  await whole.database.asOwner(`
    set session_replication_role = replica;
    insert into accounts.customers (id, account_id, username, email, country, lang, terms_version, terms_accepted_at, invite_code, created_at)
    select ('01890000-0000-7000-8000-d' || lpad(n::text, 11, '0'))::uuid, 900000 + n, 'invitee_' || n, n || '@mail.example', 'NZ', 'en',
      '1', now(), 'AAAA' || chr(65 + n / 6) || chr(65 + n % 6), now() from generate_series(1, ${count}) n;
    insert into invites.reviews (id, invitee_id, inviter_id, signals, opened_at, due_at)
    select ('01890000-0000-7000-8000-c' || lpad(n::text, 11, '0'))::uuid, ('01890000-0000-7000-8000-d' || lpad(n::text, 11, '0'))::uuid,
      c.id, array['NETWORK'], now(), now() + interval '3 days'
    from generate_series(1, ${count}) n, accounts.customers c where c.username = 'amy';
    set session_replication_role = origin`)
  const decisions = [
    { decision: 'RELEASED', reason: 'households, as their forms show' },
    { decision: 'REFUSED', reason: 'one person twenty times' },
  ] as const
  const codes = await Promise.all(
    ids.flatMap((id) =>
      officers.map(
        async (page, n) => [id, n, (await page.post(`invites/${id}/decide`, decisions[n] ?? {})).code] as const,
      ),
    ),
  )
  for (const id of ids)
    expect(codes.flatMap(([one, , code]) => (one === id ? [code] : [])).toSorted()).toEqual([200, 40039])
  const by = new Map(codes.flatMap(([id, n, code]) => (code === 200 ? [[id, decisions[n]] as const] : [])))
  const kept = (await whole.database.asOwner('select id, status, reason from invites.reviews order by id')) as object[]
  expect(kept).toEqual(ids.map((id) => ({ id, status: by.get(id)?.decision, reason: by.get(id)?.reason })))
  // Each stands in the audit log by itself, and each is a notice of its own with that reason.
  const entriesOf = async (act: string) =>
    (await auditor.get(`audit?act=${act}&size=100`)).result.rows as { subject: string; reason: string }[]
  const entries = [...(await entriesOf('invite.release')), ...(await entriesOf('invite.refuse'))]
  expect(entries.map(({ subject, reason }) => [subject, reason]).toSorted()).toEqual(
    ids.map((id) => [`invite:${id}`, by.get(id)?.reason]),
  )
  const notified = async () => {
    const written = (await whole.database.asOwner(
      `select params ->> 'line' as reason from notices.notices where template = 'invite.decided'`,
    )) as { reason: string }[]
    return written.map(({ reason }) => reason).toSorted()
  }
  await expect.poll(notified).toEqual([...by.values()].map((one) => one?.reason).toSorted())
})
