import { afterAll, beforeAll, expect, test } from 'vitest'
import { authenticator } from './authenticator.ts'
import { operatorPeople } from './fixtures/operators.ts'
import { runCommand } from './run-command.ts'
import { wholeProduct, type WholeProduct } from './whole-product.ts'

let whole: WholeProduct
const run = (...args: string[]) => runCommand('operator.ts', args, { DATABASE_URL: whole.database.url() })

beforeAll(async () => {
  whole = await wholeProduct()
})
afterAll(() => whole.close())

test('the command makes two superadmins and no third, each with a secret that works once', async () => {
  const at = operatorPeople(whole.product.operators)
  const first = await run('--create', 'ada.root')
  expect(first).toMatchObject({ code: 0 })
  const secret = /^ {2}([A-Za-z0-9_-]{43})$/m.exec(first.text)?.[1] ?? ''
  const begun = await at.post('/swx/admin/setup/begin', { secret })
  expect(begun.result).toMatchObject({ name: 'ada.root', roles: ['superadmin'], passkeyNeeded: true })
  const renewed = await run('--renew', 'ada.root')
  expect(await at.post('/swx/admin/setup/begin', { secret })).toMatchObject({ code: 40039 })
  const fresh = /^ {2}([A-Za-z0-9_-]{43})$/m.exec(renewed.text)?.[1] ?? ''
  const { result } = await at.post('/swx/admin/setup/begin', { secret: fresh })
  const passkey = authenticator().make(result.passkey)
  const request = { secret: fresh, password: 'a long sentence of my own', passkey }
  expect(await at.post('/swx/admin/setup', request)).toMatchObject({ code: 200 })
  expect((await run('--renew', 'ada.root')).code).toBe(2)

  expect((await run('--create', 'ada.root')).text).toContain('already')
  expect((await run('--create', 'No Name')).code).toBe(2)
  expect((await run('--create', 'bo.root')).code).toBe(0)
  const third = await run('--create', 'cy.root')
  expect(third).toMatchObject({ code: 2 })
  expect(third.text).toContain('ada.root, bo.root')
  expect((await run('--list')).text).toMatch(/ada\.root +ACTIVE +superadmin/)

  const auditor = await at.signIn('sandbox-auditor')
  const { result: record } = await auditor.get('audit?act=operator.create')
  expect(record.rows).toMatchObject([{ act: 'operator.create' }, { act: 'operator.create' }])
})

test('an operator invited by mail gets another link by mail, and the person who runs the command does not see it', async () => {
  const at = operatorPeople(whole.product.operators)
  const mails = async () =>
    (await whole.product.app.inject({ url: '/sandbox/mails?to=mo@evenhand.example' })).json<{ text: string }[]>()
  const secretIn = (text = '') => /\/setup#([A-Za-z0-9_-]{43})$/m.exec(text)?.[1] ?? ''
  await whole.database.asOwner(
    `insert into operators.operators (id, name, status, email, lang, link_due_at, created_at)
     values (gen_random_uuid(), 'mo.support', 'INVITED', 'mo@evenhand.example', 'de', now() - interval '1 minute', now())`,
  )
  await whole.product.operatorsDomain.mailLinks()
  const first = secretIn((await mails())[0]?.text)
  expect((await at.post('/swx/admin/setup/begin', { secret: first })).result).toMatchObject({ name: 'mo.support' })
  const renewed = await run('--renew', 'mo.support')
  expect(renewed).toMatchObject({ code: 0 })
  expect(renewed.text).not.toMatch(/[A-Za-z0-9_-]{43}/)
  expect(await at.post('/swx/admin/setup/begin', { secret: first })).toMatchObject({ code: 40039 })
  await whole.product.operatorsDomain.mailLinks()
  const [newest, ...before] = await mails()
  expect(before).toHaveLength(1)
  expect(newest?.text).toContain('mo.support')
  expect((await at.post('/swx/admin/setup/begin', { secret: secretIn(newest?.text) })).code).toBe(200)
})
