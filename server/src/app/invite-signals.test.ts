import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { inviteSignals } from './invite-signals.ts'

const database = await testDatabase()
afterAll(() => database.close())
const { api } = database.pools

let made = 0
async function person(email = `p${made}@mail.example`): Promise<string> {
  const id = randomUUID()
  made += 1
  await database.asOwner(
    `insert into accounts.customers (id, account_id, username, email, country, lang, terms_version, terms_accepted_at, invite_code, created_at)
     values ($1, $2, $3, $4, 'NZ', 'en', '1', now(), $5, now())`,
    [id, 100_000 + made, `person_${made}`, email, `AAAA2${'23456789ABCDEFGHJKLMNPQRSTUVWXYZ'[made]}`],
  )
  return id
}
const signIn = (id: string, place: string, browser = 'Chrome') =>
  database.asOwner(
    `insert into auth.sign_ins (customer_id, id, at, outcome, place, browser, system) values ($1, gen_random_uuid(), now(), 'SIGNED_IN', $2, $3, 'Windows')`,
    [id, place, browser],
  )
const between = (inviterId: string, inviteeId: string) => inviteSignals({ api }, { inviterId, inviteeId })

test('two who share nothing show nothing, nor do two on the machine of a trial', async () => {
  const [amy, ben] = [await person(), await person()]
  for (const id of [amy, ben]) await signIn(id, '127.0.0.*')
  await signIn(amy, '203.0.113.*')
  await signIn(ben, '198.51.100.*')
  expect(await between(amy, ben)).toEqual([])
})

test.each([
  ['one network', 'Firefox', ['NETWORK']],
  ['one network and device', 'Chrome', ['DEVICE']],
])('%s is found', async (_, browser, found) => {
  const [amy, ben] = [await person(), await person()]
  await signIn(amy, '203.0.113.*')
  await signIn(ben, '203.0.113.*', browser)
  expect(await between(amy, ben)).toEqual(found)
})

test.each([
  ['amy.chen@gmail.com', 'AmyChen+2@googlemail.com', ['EMAIL']],
  ['amy@mail.example', 'amy+second@mail.example', ['EMAIL']],
  ['amy.chen@mail.example', 'amychen@mail.example', []],
  ['amy@mail.example', 'amy@other.example', []],
])('%s and %s', async (one, other, found) => {
  const pair = [await person(one), await person(`x${other}`)] as const
  await database.asOwner('update accounts.customers set email = $1 where id = $2', [other, pair[1]])
  expect(await between(...pair)).toEqual(found)
  // The next pair has the same addresses.
  await database.asOwner(`update accounts.customers set email = id || '@gone.example' where id = any ($1)`, [pair])
})

test('one document and one withdrawal address are found, also where they are no longer in use', async () => {
  const [amy, ben] = [await person(), await person()]
  await database.asOwner(`
    set session_replication_role = replica;
    insert into wallet.addresses (id, customer_id, coin, network, address, label, created_at, active_at)
    select gen_random_uuid(), c, 'USDT', 'TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'mine', now() - interval '2 days', now()
    from unnest(array['${amy}', '${ben}']::uuid[]) c;
    insert into kyc.identifications (id, customer_id, number, attempt, status, submitted_at, due_at, doc_type, doc_expiry, country,
      document_hash, front_file_id, holding_file_id, sealed, key_id, wrapped_key)
    select gen_random_uuid(), c, 1, 1, 'EXPIRED', now(), now(), 'PASSPORT', now(), 'NZ', sha256('one'), gen_random_uuid(), gen_random_uuid(),
      'x', '0123456789abcdef', decode(repeat('00', 60), 'hex')
    from unnest(array['${amy}', '${ben}']::uuid[]) c;
    set session_replication_role = origin`)
  expect(await between(amy, ben)).toEqual(['DOCUMENT', 'ADDRESS'])
})

test('what an account once signed in with is found in the next, whatever its address is now', async () => {
  const move = (id: string, email: string) =>
    database.asOwner('update accounts.customers set email = $1 where id = $2', [email, id])
  const link = (id: string, subject: string) =>
    database.asOwner(
      `insert into auth.identities (issuer, subject, provider, customer_id, linked_at) values ('https://google', $2, 'google', $1, now())`,
      [id, subject],
    )
  // Opened with Google, moved to another address, unlinked; and the same identity opens the next account.
  const [amy, ben] = [await person('amy@first.example'), await person('other@second.example')]
  await link(amy, 'one')
  await database.asOwner('delete from auth.identities where customer_id = $1', [amy])
  expect(await between(amy, ben)).toEqual([])
  await link(ben, 'one')
  expect(await between(amy, ben)).toEqual(['EMAIL'])
  // The address that one has left opens the other.
  const cleo = await person('cleo@first.example')
  await move(cleo, 'cleo@third.example')
  const dora = await person('cleo+again@first.example')
  expect(await between(cleo, dora)).toEqual(['EMAIL'])
  expect(await between(amy, dora)).toEqual([])
  // A provider's address need not be the account's.
  const eve = await person('eve@fourth.example')
  await database.asOwner('select auth.note_mailbox($1, $2)', [eve, 'Cle.o@gmail.com'])
  expect(await between(eve, await person('cleo+3@googlemail.com'))).toEqual(['EMAIL'])
})
