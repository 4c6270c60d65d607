import { dayMs } from '@evenhand/protocol/durations.ts'
import { readAuditText } from '@evenhand/protocol/audit-forms.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { booksFixture, type BooksFixture } from './fixtures/books.ts'
import { answerQuiz, safeguardsFixture, type SafeguardsFixture } from './fixtures/safeguards.ts'
import { owned } from '../src/kernel/db/db.ts'
import type { Call } from '../src/kernel/http/http.ts'
import type { Books } from '../src/domains/books/index.ts'
import { safeguardsAfter } from '../src/domains/safeguards/index.ts'

// The owner of the database loosens what a customer set, past every trigger and with all rows made to fit. Each forgery is
// found with its location, and taken back.

let fixture: SafeguardsFixture
let log: BooksFixture
let books: Books
let amy: Call
const tables = ['own_limits', 'pauses', 'risk_acks', 'quiz_attempts', 'changes']
const asSuperuser = (statement: string) =>
  fixture.database.asOwner(`set session_replication_role = replica; ${statement}`)

beforeAll(async () => {
  fixture = await safeguardsFixture({ signer: { keyId: 'test', sign: (message) => log.signing.sign(message) } })
  log = await booksFixture(fixture.database)
  books = log.open({
    safeguardsAfter: (page) => safeguardsAfter(owned<'safeguards'>(fixture.database.pools.api), page),
  })
  amy = await fixture.customer()
  const { safeguards, clock } = fixture
  await answerQuiz(fixture, amy, { right: 2 })
  clock.advance(dayMs)
  await answerQuiz(fixture, amy, { right: 12 })
  await safeguards.acknowledge({ product: 'options' }, amy)
  clock.advance(dayMs)
  await safeguards.acknowledge({ product: 'options', confirm: true }, amy)
  await safeguards.changeLimits({ loss1d: 5_000n, maxOpen: 3 } as never, amy)
  await safeguards.changeLimits({ loss1d: null } as never, amy)
  await safeguards.excludeSelf({ months: 6 }, amy)
  await books.seal()
  // Not sealed yet.
  await safeguards.changeLimits({ turnover1d: 9_000n } as never, amy)
  await fixture.database.asOwner('create schema kept')
  for (const table of tables) await fixture.database.asOwner(`create table kept.${table} as table safeguards.${table}`)
})
afterAll(async () => {
  await log.close()
  await fixture.close()
})

/** Where the checks find anything about safeguards. */
async function locations(): Promise<string[]> {
  const findings = [...(await books.audit()).findings, ...(await books.auditCauses()).findings]
  const own = findings.filter(({ at }) => /^(limit|pause|risk|quiz|safeguard) /.test(at))
  for (const { at } of own) expect(readAuditText(at)).toBeDefined()
  return own.map(({ at }) => at)
}

const restore = () =>
  asSuperuser(
    tables
      .map((table) => `delete from safeguards.${table}; insert into safeguards.${table} table kept.${table};`)
      .join('\n'),
  )

test('what customers set is sealed, and nothing is found', async () => {
  const kinds = await fixture.database.asOwner(
    'select split_part(subject, $1, 1) as kind, count(*)::int as n from safeguards.changes group by 1 order by 1',
    [' '],
  )
  expect(kinds).toEqual([
    { kind: 'limit', n: 4 },
    { kind: 'pause', n: 1 },
    { kind: 'quiz', n: 2 },
    { kind: 'risk', n: 2 },
  ])
  expect(await locations()).toEqual([])
})

const made = (state: string, subject = 'limit loss1d') => `
  insert into safeguards.changes (seq, customer_id, subject, state, at, signature)
  select (select max(seq) + 1 from safeguards.changes), customer_id, subject, '${state}', at, signature
  from safeguards.changes where subject = '${subject}' order by seq desc limit 1`
const raise = 'update safeguards.own_limits set value = 900000000000 where name = '

test.each([
  ['raises a limit of losses', `${raise} 'loss1d'`, /^limit loss1d of customer /],
  ['raises a limit that is not sealed yet', `${raise} 'turnover1d'`, /^limit turnover1d of customer /],
  ['removes a limit', `delete from safeguards.own_limits where name = 'maxOpen'`, /^limit maxOpen of customer /],
  [
    'brings the day forward from which a looser limit holds',
    `update safeguards.own_limits set wish_from = wish_from - interval '1 day' where name = 'loss1d'`,
    /^limit loss1d of customer /,
  ],
  ['removes a pause', 'delete from safeguards.pauses', /^pause [0-9a-f-]{36} of customer /],
  ['ends a pause', `update safeguards.pauses set until_at = from_at + interval '1 day'`, /^pause /],
  [
    'shortens the day to think it over',
    `update safeguards.risk_acks set shown_at = shown_at - interval '1 day'`,
    /^risk options of customer /,
  ],
  ['passes a questionnaire', 'update safeguards.quiz_attempts set passed = true', /^quiz [0-9a-f-]{36} of customer /],
  ['removes a failed questionnaire', 'delete from safeguards.quiz_attempts where not passed', /^quiz /],
  [
    'raises a limit with a change that matches it',
    `${raise} 'loss1d'; ${made('900000000000, unlimited, none')}`,
    /^safeguard \d+$/,
  ],
  [
    'raises a limit in the change that was sealed',
    `${raise} 'maxOpen'; update safeguards.changes set state = '900000000000, none, none' where subject = 'limit maxOpen'`,
    /^safeguard \d+ \(record \d+\)$/,
  ],
  [
    'removes a pause with its change',
    `delete from safeguards.pauses; delete from safeguards.changes where subject like 'pause %'`,
    /^safeguard \d+ \(record \d+\)$/,
  ],
])('that %s is found', async (_name, statement, location) => {
  await asSuperuser(statement)
  const found = await locations().finally(restore)
  expect(found).toContainEqual(expect.stringMatching(location))
})

test('twenty changes of many customers at once are numbered without a gap', async () => {
  const customers = await Promise.all(Array.from({ length: 10 }, () => fixture.customer()))
  await Promise.all(
    customers.flatMap((call) => [
      fixture.safeguards.changeLimits({ maxOpen: 2 } as never, call),
      fixture.safeguards.takeTimeout({ days: 1 }, call),
    ]),
  )
  expect(await locations()).toEqual([])
})
