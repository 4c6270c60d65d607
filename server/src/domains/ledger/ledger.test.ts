import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { manualClock } from '../../kernel/time/clock.ts'
import { owned, type Db } from '../../kernel/db/db.ts'
import { silentLog } from '../../kernel/log.ts'
import { createLedger, type Ledger } from './index.ts'
import { virtualOpening, type AnyDb } from './ledger.store.ts'

let database: TestDatabase
let db: Db<'ledger'>
let ledger: Ledger
const clock = manualClock(1_770_000_000_000)

beforeAll(async () => {
  database = await testDatabase()
  db = owned<'ledger'>(database.pools.api)
  ledger = createLedger({ db, clock, log: silentLog })
})
afterAll(() => database.close())

const openCustomer = (): Promise<bigint> => ledger.openCustomer(db as AnyDb, randomUUID())
const virtualOf = async (account: bigint) =>
  (await ledger.balances(account)).find((one) => one.asset === 'USDT.virtual')
const broken = async () => (await ledger.audit()).filter((finding) => !finding.ok)
const setAside = async (account: bigint, id: string, amount: bigint): Promise<boolean> =>
  (
    await sql<{
      ok: boolean
    }>`select ledger.set_aside(${id}::uuid, ${account}, 2::smallint, ${amount}, now()) as ok`.execute(database.owner)
  ).rows[0]?.ok ?? false

describe('opening an account', () => {
  it('gives 10 000 virtual USDT and an empty real account, by one entry that sums to zero', async () => {
    const account = await openCustomer()
    expect(await ledger.balances(account)).toEqual([
      { asset: 'USDT', free: 0n, held: 0n },
      { asset: 'USDT.virtual', free: virtualOpening, held: 0n },
    ])
    const entries = await sql<{
      kind: string
      amounts: bigint[]
    }>`select kind, amounts from ledger.entries where owner = ${account}`.execute(db)
    expect(entries.rows).toEqual([{ kind: 'virtual.opening', amounts: [virtualOpening, -virtualOpening] }])
    expect(await broken()).toEqual([])
  })
})

describe('entries', () => {
  it('are append-only, also for the owner of the tables', async () => {
    await expect(database.asOwner('update ledger.entries set kind = $1', ['x'])).rejects.toThrow(
      'added to, never changed',
    )
    await expect(database.asOwner('delete from ledger.entries')).rejects.toThrow('added to, never changed')
  })

  it('cannot be written by the role of the API except through the functions', async () => {
    await expect(
      sql`insert into ledger.entries (at, kind, ref, accounts, assets, amounts)
      values (now(), 'x', gen_random_uuid(), '{1,2}', '{2,2}', '{1,-1}')`.execute(db),
    ).rejects.toThrow('permission denied')
    await expect(sql`update ledger.balances set free = free + 1`.execute(db)).rejects.toThrow('permission denied')
  })

  it('refuse lines that do not sum to zero, and virtual money beside any other', async () => {
    const account = await openCustomer()
    const capital = await ledger.accountNamed('house:capital')
    const post = (lines: { accountId: bigint; asset: 'USDT' | 'USDT.virtual'; units: bigint }[]): Promise<bigint> =>
      ledger.post(database.owner, { kind: 'test', ref: randomUUID(), at: clock.now(), lines })
    await expect(
      post([
        { accountId: account, asset: 'USDT.virtual', units: 5n },
        { accountId: capital, asset: 'USDT.virtual', units: -4n },
      ]),
    ).rejects.toThrow()
    await expect(
      post([
        { accountId: account, asset: 'USDT.virtual', units: 5n },
        { accountId: capital, asset: 'USDT.virtual', units: -5n },
        { accountId: account, asset: 'USDT', units: 5n },
        { accountId: capital, asset: 'USDT', units: -5n },
      ]),
    ).rejects.toThrow()
    await expect(
      post([
        { accountId: account, asset: 'USDT.virtual', units: -virtualOpening - 1n },
        { accountId: capital, asset: 'USDT.virtual', units: virtualOpening + 1n },
      ]),
    ).rejects.toThrow()
    expect(await virtualOf(account)).toMatchObject({ free: virtualOpening, held: 0n })
    expect(await broken()).toEqual([])
  })
})

describe('twenty callers on one balance', () => {
  it('get exactly as many holds as there is money for', async () => {
    const account = await openCustomer()
    const requests = Array.from({ length: 20 }, () => setAside(account, randomUUID(), virtualOpening / 7n))
    const granted = (await Promise.all(requests)).filter(Boolean).length
    expect(granted).toBe(7)
    expect((await virtualOf(account))?.free).toBe(virtualOpening - 7n * (virtualOpening / 7n))
    expect(await broken()).toEqual([])
  })

  it('reset the virtual balance to 10 000, however many requests come at once', async () => {
    const account = await openCustomer()
    await setAside(account, randomUUID(), 3_000_000_000n)
    const entries = await Promise.all(
      Array.from({ length: 20 }, () => ledger.resetVirtual(db as AnyDb, { accountId: account, ref: randomUUID() })),
    )
    expect(entries.filter((entry) => entry !== null)).toHaveLength(1)
    expect(await virtualOf(account)).toEqual({ asset: 'USDT.virtual', free: virtualOpening, held: 3_000_000_000n })
    expect(await broken()).toEqual([])
  })
})

type Step = { act: 'hold' | 'capture' | 'release' | 'reset' | 'crash'; who: number; amount: bigint }
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    act: fc.constantFrom('hold', 'capture', 'release', 'reset', 'crash'),
    who: fc.nat(2),
    amount: fc.bigInt(1n, 6_000_000_000n),
  }),
  { minLength: 5, maxLength: 25 },
)

describe('any interleaving of holds, captures, releases, resets and crashes', () => {
  it('keeps every invariant: sums, holds, no balance below zero', async () => {
    const reserve = await ledger.accountNamed('rounding')
    await fc.assert(
      fc.asyncProperty(steps, async (plan) => {
        const accounts = await Promise.all([openCustomer(), openCustomer(), openCustomer()])
        const holds: string[] = []
        // Three at a time run side by side; a crash is a transaction that did its work and never committed.
        for (let at = 0; at < plan.length; at += 3) {
          await Promise.all(
            plan.slice(at, at + 3).map((step) => act(step, { account: accounts[step.who] as bigint, holds, reserve })),
          )
        }
        expect(await broken()).toEqual([])
      }),
      { numRuns: 15 },
    )
  })
})

type Scene = { account: bigint; holds: string[]; reserve: bigint }

async function act({ act: name, amount }: Step, { account, holds, reserve }: Scene): Promise<void> {
  const id = holds[Number(amount % BigInt(Math.max(1, holds.length)))] ?? randomUUID()
  const ignore = (): void => {}
  if (name === 'hold') {
    const fresh = randomUUID()
    if (await setAside(account, fresh, amount)) holds.push(fresh)
  } else if (name === 'capture') {
    await sql`select ledger.capture(${id}::uuid, ${amount}, ${reserve}, 'test', now())`
      .execute(database.owner)
      .catch(ignore)
  } else if (name === 'release') {
    await sql`select ledger.release(${id}::uuid, ${amount})`.execute(database.owner).catch(ignore)
  } else if (name === 'reset') {
    await ledger.resetVirtual(db as AnyDb, { accountId: account, ref: randomUUID() })
  } else {
    await database.owner
      .transaction()
      .execute(async (tx) => {
        // One or the other: both in one transaction would lock a balance before a hold, which nothing in the product does.
        await (holds.includes(id)
          ? sql`select ledger.capture(${id}::uuid, 1, ${reserve}, 'test', now())`.execute(tx)
          : sql`select ledger.set_aside(${id}::uuid, ${account}, 2::smallint, ${amount}, now())`.execute(tx))
        throw new Error('the process died here')
      })
      .catch(ignore)
  }
}

describe('the public check', () => {
  it('finds a lone change of a balance and names its account', async () => {
    const account = await openCustomer()
    await database.asOwner('update ledger.balances set free = free + 7 where account_id = $1 and asset = 2', [account])
    const check = await ledger.check()
    expect(check.ok).toBe(false)
    expect(check.findings.filter((finding) => !finding.ok).map((finding) => finding.invariant)).toEqual(['I2', 'I5'])
    expect((await ledger.lastCheck()).ok).toBe(false)
    await database.asOwner('update ledger.balances set free = free - 7 where account_id = $1 and asset = 2', [account])
    clock.advance(1000)
    expect((await ledger.check()).ok).toBe(true)
  })
})

describe('finishing a hold', () => {
  it('never pays more than the house set aside, nor takes more than the customer did', async () => {
    const account = await openCustomer()
    const id = randomUUID()
    await setAside(account, id, 1_000_000n)
    const finish = (gain: bigint) =>
      sql`select ledger.finish(row(array[1], array[${id}]::uuid[], array['option.win'], array[${account}]::bigint[],
        array[2]::smallint[], array[1000000], array[0], array[0]::smallint[], array[${gain}]::bigint[])::ledger.ended_batch,
        ledger.account_named('reserve:options'), now())`.execute(database.owner)
    await expect(finish(1n)).rejects.toThrow('beyond what is held')
    await expect(finish(-1_000_001n)).rejects.toThrow('beyond what is held')
    expect(await virtualOf(account)).toMatchObject({ held: 1_000_000n })
    expect(await broken()).toEqual([])
  })
})
