import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { manualClock } from '../../kernel/time/clock.ts'
import { owned } from '../../kernel/db/db.ts'
import { silentLog } from '../../kernel/log.ts'
import type { MailMessage } from '../../kernel/mail/mail.ts'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { findOperator, insertOperator } from './operators.store.ts'
import { requestLink, mailSetUpLinks } from './set-up-links.ts'
import { hashOfSetup } from './set-up.ts'

const clock = manualClock(1_773_144_440_000)
let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.close())

const inviting = async (name: string, lang = 'en'): Promise<string> => {
  const db = owned<'operators'>(database.pools.console)
  const operatorId = randomUUID()
  await insertOperator(db, { id: operatorId, name, at: clock.now(), invited: true })
  await requestLink(db, { operatorId, email: `${name}@evenhand.example`, lang, at: clock.now() })
  return operatorId
}
const carrier = (refused: readonly string[] = []) => {
  const sent: MailMessage[] = []
  const send = async (message: MailMessage): Promise<void> => {
    if (refused.includes(message.to)) throw new Error('the server of mails is away')
    sent.push(message)
  }
  const deps = {
    db: owned<'operators'>(database.pools.console),
    clock,
    log: silentLog,
    mail: { send, close: () => {} },
    consoleAddress: 'https://console.evenhand.example',
  }
  return { sent, deps, run: () => mailSetUpLinks(deps) }
}
const secretIn = (message: MailMessage | undefined): string =>
  /https:\/\/console\.evenhand\.example\/setup#([A-Za-z0-9_-]{43})$/m.exec(message?.text ?? '')?.[1] ?? ''
const knownBy = (secret: string) =>
  findOperator(owned<'operators'>(database.pools.console), { setupHash: hashOfSetup(secret) })

test('a link is mailed once, in the language of the invitation, and only its hash is kept', async () => {
  await inviting('ada', 'fr')
  const { sent, run } = carrier()
  await Promise.all([run(), run()])
  await run()
  expect(sent.map(({ to }) => to)).toEqual(['ada@evenhand.example'])
  expect(sent[0]?.subject).toBe('Votre accès à la console Evenhand')
  const secret = secretIn(sent[0])
  expect(await knownBy(secret)).toMatchObject({ name: 'ada', status: 'INVITED', setupEndsAt: clock.now() + 86_400_000 })
  const rows = await database.asOwner(`select to_jsonb(o)::text as row from operators.operators o`)
  expect(JSON.stringify(rows)).not.toContain(secret)
})

test('a mail that cannot be sent leaves no secret that counts, holds up no other, and is tried again', async () => {
  await inviting('bob')
  await inviting('cleo')
  const away = carrier(['bob@evenhand.example'])
  await away.run()
  expect(away.sent.map(({ to }) => to)).toEqual(['cleo@evenhand.example'])
  const [bob] = await database.asOwner(`select setup_hash, link_due_at from operators.operators where name = 'bob'`)
  expect(bob).toMatchObject({ setup_hash: null, link_due_at: new Date(clock.now() + 300_000) })
  const back = carrier()
  await back.run()
  expect(back.sent).toEqual([])
  clock.advance(300_000)
  await back.run()
  expect(await knownBy(secretIn(back.sent[0]))).toMatchObject({ name: 'bob' })
})

test('no transaction is open while a link is mailed, and a process that ends meanwhile leaves it to the next one', async () => {
  await inviting('emil')
  const ending = carrier()
  const stuck = Promise.withResolvers<void>()
  const claimed = Promise.withResolvers<MailMessage>()
  const mail = { close: () => {}, send: (message: MailMessage) => (claimed.resolve(message), stuck.promise) }
  const run = mailSetUpLinks({ ...ending.deps, mail })
  const first = await claimed.promise
  const open = await database.asOwner(`select query from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`)
  expect(open).toEqual([])
  const next = carrier()
  await next.run()
  expect(next.sent).toEqual([])
  clock.advance(120_000)
  await next.run()
  expect(await knownBy(secretIn(next.sent[0]))).toMatchObject({ name: 'emil' })
  expect(await knownBy(secretIn(first))).toBeUndefined()
  // The first process was slow, not dead: what it notes last changes nothing.
  stuck.reject(new Error('the mail server is away'))
  await run
  expect(await knownBy(secretIn(next.sent[0]))).toMatchObject({ name: 'emil' })
  await next.run()
  expect(next.sent).toHaveLength(1)
})

test('one address is one person, in any case of its letters, until that one has left', async () => {
  const id = await inviting('dora')
  const again = inviting('dora2').then((other) =>
    database.asOwner(`update operators.operators set email = 'Dora@EVENHAND.example' where id = $1`, [other]),
  )
  await expect(again).rejects.toThrow('one_address_one_person')
  await database.asOwner(`update operators.operators set status = 'ENDED', link_due_at = null where id = $1`, [id])
  await database.asOwner(`update operators.operators set email = 'dora@evenhand.example' where name = 'dora2'`)
})
