import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { verifyFigures } from '@evenhand/proofs/figures.ts'
import { verifyPublishedFigures } from '@evenhand/proofs/verify-figures.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { booksFixture, type BooksFixture } from '../../../test/fixtures/books.ts'
import { owned } from '../../kernel/db/db.ts'
import { figureSource, sumOf } from '../../kernel/module/figure-source.ts'
import { listedCrypto } from '../markets/index.ts'
import { createFigures, roundedDown, type Figures } from './figures.ts'

let database: TestDatabase
let fixture: BooksFixture
let figures: Figures
let fees = [400n, 500n]
beforeEach(async () => {
  database = await testDatabase()
  fixture = await booksFixture(database)
  await database.asOwner('create table books.users (n bigint); insert into books.users values (3); grant select on books.users to api') // prettier-ignore
  const { api } = database.pools
  figures = createFigures({
    db: owned<'books'>(api),
    clock: fixture.clock,
    signing: fixture.signing,
    contractFees: () => fees,
    sources: {
      listedCrypto: listedCrypto({ db: owned<'markets'>(api), instruments: fixture.markets.instruments }),
      registeredUsers: figureSource(api, 'select n::text as value from books.users'),
      realVolume: sumOf(
        figureSource(api, `select (1999999 * 1000000::bigint)::text as value where $1::bigint > 0`),
        figureSource(api, `select '500000' as value where $1::bigint > 0`),
      ),
      lateReceipts: figureSource(api, `select '0/0' as value`),
      lossRate: figureSource(api, `select (10 * n)::text as value from books.users where $1::bigint > 0 and n > 3`),
      optionResults: figureSource(api, 'select null::text as value'),
      strategyReturns: figureSource(api, 'select null::text as value'),
      contractsLossRate: figureSource(api, 'select null::text as value'),
      contractSlippage: figureSource(api, 'select null::text as value'),
      contractCloseOuts: figureSource(api, `select '[]' as value where $1::bigint > 0`),
      loansOut: figureSource(api, 'select null::text as value'),
      planCoverage: figureSource(api, `select '{}' as value`),
      charityDonations: figureSource(api, `select '{}' as value`),
    },
  })
})
afterEach(async () => {
  await fixture.close()
  await database.close()
})

const minutes = (count: number): void => fixture.clock.advance(count * 60_000)
const valueOf = async (name: string) => (await figures.stats()).figures.find((one) => one.name === name)?.value

const coin = () => {
  const [first] = fixture.markets.instruments().filter(({ type }) => type === 2)
  if (first === undefined) throw new Error('the prices of the test are those of a coin')
  return first
}
const ticked = (id: number, code: string, ts: number) =>
  database.asOwner(
    `insert into markets.instruments (id, code, precision, last_ts) values (${id}, '${code}', 2, ${ts})
     on conflict (id) do update set last_ts = excluded.last_ts`,
  )

describe('public figures', () => {
  it('are null without a basis, never a promise', async () => {
    expect((await figures.stats()).figures.map(({ name, value }) => [name, value])).toEqual([
      ['lowestFeePct', '0.04'],
      ['cryptoCount', null],
      ['registeredUsers', '3'],
      ['volume24h', '1990000'],
      ['lateReceipts', '0/0'],
      ['lossRate', null],
      ['optionResults', null],
      ['strategyReturns', null],
      ['contractsLossRate', null],
      ['contractSlippage', null],
      ['contractCloseOuts', '[]'],
      ['loansOut', null],
      ['planCoverage', '{}'],
      ['charityDonations', '{}'],
    ])
  })

  it('name the lowest fee of the terms in force', async () => {
    expect(await valueOf('lowestFeePct')).toBe('0.04')
    fees = [900n, 1_200n]
    minutes(1)
    await figures.run()
    expect(await valueOf('lowestFeePct')).toBe('0.09')
    fees = [400n, 500n]
  })

  it('report about the loss rate what was counted today, and count it again a day later', async () => {
    await figures.stats()
    await database.asOwner('update books.users set n = 7')
    minutes(60)
    await figures.run()
    expect([await valueOf('registeredUsers'), await valueOf('lossRate')]).toEqual(['7', null])
    minutes(23 * 60)
    await figures.run()
    expect(await valueOf('lossRate')).toBe('70')
  })

  it('count a listed cryptocurrency with a tick of the last day, and none that is delisted or still', async () => {
    const now = fixture.clock.now()
    const first = coin()
    await ticked(first.id, first.code, now - 86_400_000 - 1)
    expect(await valueOf('cryptoCount')).toBe('0')
    await ticked(first.id, first.code, now - 1000)
    await ticked(999_999, 'NOBODYS', now)
    minutes(1)
    await figures.run()
    expect(await valueOf('cryptoCount')).toBe('1')
    const change = (seq: number, state: string, reason: string) =>
      database.asOwner(`insert into markets.listings (seq, code, state, reason, at, actor)
        values (${seq}, '${first.code}', '${state}', ${reason}, ${now}, 'test')`)
    await change(1, 'delisted', `'test'`)
    minutes(1)
    await figures.run()
    expect(await valueOf('cryptoCount')).toBe('0')
    await change(2, 'listed', 'null')
    minutes(1)
    await figures.run()
    expect(await valueOf('cryptoCount')).toBe('1')
  })

  it('are signed with the hash of the SQL that counted them, and every field counts', async () => {
    const signed = await figures.stats()
    const verifies = (params: typeof signed) => verifyFigures(params, fixture.signing.publicKey, nodeCrypto)
    expect(verifies(signed)).toBe(true)
    for (const figure of signed.figures.filter(({ query }) => query !== null))
      expect(signed.queries.map(({ sql }) => nodeCrypto.sha256(sql))).toContain(figure.sqlHash)
    const [first, ...others] = signed.figures
    if (first === undefined) throw new Error('there are figures')
    for (const changed of [{ value: '0.3' }, { asOf: 1 }, { formula: '' }, { sqlHash: 'aa' }, { query: 'x' }])
      expect(verifies({ ...signed, figures: [{ ...first, ...changed }, ...others] })).toBe(false)
    expect(verifies({ ...signed, figures: others })).toBe(false)
    expect(verifies({ ...signed, at: signed.at + 1 })).toBe(false)
  })

  it('are computed once a minute, and not by a request', async () => {
    const { id, code } = coin()
    await ticked(id, code, fixture.clock.now())
    await figures.stats()
    await database.asOwner('update books.users set n = 4')
    fixture.clock.advance(59_000)
    await figures.run()
    expect(await valueOf('registeredUsers')).toBe('3')
    minutes(1)
    expect(await valueOf('registeredUsers')).toBe('3')
    await figures.run()
    expect(await valueOf('registeredUsers')).toBe('4')
  })

  it('are kept: each change, at most one in five minutes, and one an hour', async () => {
    await figures.run()
    for (let minute = 1; minute <= 66; minute += 1) {
      if (minute === 2) await database.asOwner('update books.users set n = 4')
      minutes(1)
      await figures.run()
    }
    const history = await figures.history({})
    const { statements } = history
    const start = statements.at(-1)?.at ?? 0
    expect(statements.map(({ at }) => (at - start) / 60_000)).toEqual([65, 5, 0])
    // As a stranger checks them: every signature, the order of fields that was signed, and the SQL of each figure.
    const { keyId, publicKey } = fixture.signing
    const keys = { byId: new Map([[keyId, publicKey]]), crypto: nodeCrypto }
    expect(verifyPublishedFigures(JSON.stringify(history), keys).findings).toEqual([])
    expect((await figures.history({ before: statements[0]?.at ?? 0, limit: 1 })).statements[0]?.at).toBe(
      start + 300_000,
    )
  })

  it('are named by the check of the log where the owner of the database changed them', async () => {
    await figures.run()
    expect((await fixture.open().audit()).findings).toEqual([])
    await database.asOwner(`set session_replication_role = replica;
      update books.figures set statement = jsonb_set(statement, '{figures,0,value}', '"9"');
      update books.figure_queries set sql = 'select 9' where hash = (select min(hash) from books.figure_queries)`)
    expect((await fixture.open().audit()).findings.map(({ at }) => at)).toEqual([
      expect.stringMatching(/^figures at \d+$/),
      expect.stringMatching(/^statement of figures [0-9a-f]{64}$/),
    ])
  })

  it.each(['figures', 'figure_queries'])('of books.%s take no change, not even from their owner', async (table) => {
    await figures.run()
    await expect(database.asOwner(`delete from books.${table}`)).rejects.toThrow('added to, never changed')
    await expect(database.asOwner(`truncate books.${table}`)).rejects.toThrow('added to, never changed')
  })

  it('are never rounded up', () => {
    expect([0n, 999n, 1000n, 1_999_999n, 3_809_999_999n].map(roundedDown)).toEqual([
      0n,
      999n,
      1000n,
      1_990_000n,
      3_800_000_000n,
    ])
  })
})
