import { randomUUID } from 'node:crypto'
import type { FundCoin } from '@evenhand/protocol/funds.ts'
import { createLedger } from '../src/domains/ledger/index.ts'
import { createDeposits } from '../src/domains/wallet/deposits.ts'
import {
  depositsConsole,
  usdtEquivalent,
  type DepositAddresses,
  type DepositsConsoleDeps,
  type DepositsDeps,
} from '../src/domains/wallet/index.ts'
import { dateOf, handClock } from '../src/kernel/clock.ts'
import { owned, sql, sqlState, type Role } from '../src/kernel/db.ts'
import type { Call } from '../src/kernel/http.ts'
import { createLimits } from '../src/kernel/limits.ts'
import { silentLog } from '../src/kernel/log.ts'
import type { MountedOperator, OperatorAct, OperatorCall } from '../src/kernel/operator-call.ts'
import { refuse } from '../src/kernel/refusal.ts'
import { testDatabase } from './database.ts'

const letters = 'ABCDEFGHJKLMNPQRSTUV'
export const proof = '0190a000-0000-7000-8000-000000000001'
export const otherProof = '0190a000-0000-7000-8000-000000000002'
export const hashOf = (n: number): string => n.toString(16).padStart(64, '0')

export type HandDeposits = Awaited<ReturnType<typeof handDeposits>>

/** Deposits on a database of their own, with a clock and prices that a test moves, and operators that are names. */
export async function handDeposits(
  of: {
    addresses?: DepositAddresses
    mayDeposit?: DepositsDeps['mayDeposit']
    screen?: DepositsConsoleDeps['screen']
  } = {},
) {
  const database = await testDatabase()
  const clock = handClock(1_800_000_000_000)
  const ledger = createLedger({ db: owned<'ledger'>(database.pools.api), clock, log: silentLog })
  const prices = new Map<FundCoin, { ts: number; price: bigint; precision: number }>()
  const told: { template: string; accountId: bigint; params: object }[] = []
  const acts: OperatorAct[] = []
  const usdtOf = usdtEquivalent({ clock, latest: (code) => prices.get(code.slice(0, 3) as FundCoin) })
  const tell: DepositsDeps['tell'] = (handed) => void told.push(...handed)
  const open = () => ({
    deposits: createDeposits({
      db: owned<'wallet'>(database.pools.api),
      clock,
      log: silentLog,
      limits: createLimits({ clock, on: false }),
      ledger,
      usdtOf,
      mayDeposit: of.mayDeposit ?? (async () => []),
      async mustOwnProof({ fileId }) {
        if (fileId !== proof && fileId !== otherProof) throw refuse('notFound')
      },
      addresses: of.addresses ?? {},
      sandbox: true,
      tell,
      moved: () => {},
    }),
  })
  const customers = new Map<string, { accountId: bigint; username: string; tier: string }>()
  const routes = depositsConsole({
    db: owned<'wallet'>(database.pools.console),
    clock,
    operators: {
      recordAct: async (_tx, _call, act) => void acts.push(act),
      recordLook: async (_call, act) => void acts.push(act),
      mustAssert: async (call, _payload, given) => ({
        ...given,
        operatorId: call.operator.id,
        payloadHash: '00',
        origin: '',
      }),
    },
    usdtOf,
    openPicture: async () => ({ type: 'image/jpeg', bytes: Buffer.from('a picture') }),
    screen: of.screen,
    customersById: async () => customers,
    tell,
    moved: () => {},
  })
  return {
    database,
    clock,
    ledger,
    wallet: open(),
    told,
    acts,
    price(coin: FundCoin, whole: bigint): void {
      prices.set(coin, { ts: clock.now(), price: whole * 100n, precision: 2 })
    },
    /** A call of a new customer with accounts in the ledger. */
    async customer({ tier = 'BASIC' }: { tier?: 'BASIC' | 'VERIFIED' } = {}): Promise<Call> {
      const n = customers.size
      const customerId = randomUUID()
      const accountId = await database.pools.api.transaction().execute((tx) => ledger.openCustomer(tx, customerId))
      const name = `depositor${n}`
      await database.asOwner(
        `insert into accounts.customers (id, account_id, username, email, country, lang, terms_version, terms_accepted_at, invite_code, created_at, tier)
         values ($1, $2, $3, $4, 'SG', 'en', '1', $5, $6, $5, $7)`,
        [
          customerId,
          String(accountId),
          name,
          `${name}@example.com`,
          dateOf(clock.now()),
          `AAAA${letters.charAt(n % 20)}${letters.charAt(n / 20)}`,
          tier,
        ],
      )
      customers.set(customerId, { accountId, username: name, tier })
      return {
        mode: 'real',
        lang: 'en',
        ip: '203.0.113.1',
        session: { id: 's', customerId, accountId, country: 'SG', lang: 'en' },
        askHash: () => Buffer.alloc(32),
      } as unknown as Call
    },
    /** Calls a route of the console as an operator. */
    async operate<R>(path: string, ask: object, operator = 'first'): Promise<R> {
      const mounted = routes.find(({ route }) => route.path === `/swx/admin/${path}`) as MountedOperator
      const id = `0190b000-0000-7000-8000-0000000000${operator === 'first' ? '01' : '02'}`
      return mounted.run(
        ask as never,
        { operator: { id, name: operator, roles: ['finance1'] } } as unknown as OperatorCall,
      ) as Promise<R>
    },
    free: async (call: Call, asset: FundCoin): Promise<bigint> =>
      (await ledger.balances(call.session.accountId)).find((one) => one.asset === asset)?.free ?? 0n,
    /** Spends free money of a customer: it goes to the house. */
    async spend({ session: { accountId } }: Call, asset: FundCoin, units: bigint): Promise<void> {
      const house = await ledger.accountNamed('reserve:options')
      await ledger.post(database.owner, {
        kind: 'option.loss',
        ref: randomUUID(),
        at: clock.now(),
        lines: [
          { accountId, asset, units: -units },
          { accountId: house, asset, units },
        ],
      })
    },
    /** Whether an order may take so much of a customer's USDT; it is given back. */
    async mayStake({ session: { accountId } }: Call, units: bigint): Promise<boolean> {
      const house = await ledger.accountNamed('reserve:options')
      const undone = new Error('undone')
      let outcome: number | undefined
      await database.owner
        .transaction()
        .execute(async (tx) => {
          const { rows } = await sql<{ outcome: number }>`
            select outcome from ledger.hold(array[${randomUUID()}]::uuid[], array[${accountId}]::bigint[], array[1]::smallint[],
              array[${units}]::bigint[], ${house}::bigint, 0::smallint, array[0]::bigint[], array[null]::text[], array[null]::bytea[],
              1::smallint, now(), array[1])`.execute(tx)
          outcome = rows[0]?.outcome
          throw undone
        })
        .catch((cause: unknown) => {
          // Nothing is backed by nothing: the hold was placed and then refused for its house's part.
          if (cause !== undone && sqlState(cause) !== '23514') throw cause
          if (cause !== undone) outcome = 0
        })
      return outcome === 0
    },
    /** Lets USDT leave, as a withdrawal does; answers whether there was enough. */
    async withdraw({ session: { accountId } }: Call, units: bigint): Promise<boolean> {
      const custody = await ledger.accountNamed('custody:tron')
      const id = randomUUID()
      const { rows } = await sql<{ held: boolean }>`
        select ledger.set_aside(${id}, ${accountId}::bigint, 1::smallint, ${units}::bigint, now()) as held`.execute(
        database.owner,
      )
      await sql`select ledger.capture(${id}, ${units}::bigint, ${custody}::bigint, 'withdrawal', now())`.execute(
        database.owner,
      )
      return rows[0]?.held ?? false
    },
    /** Whether the tables let a deposit go from one state to another; nothing stays of it. */
    async tryMove(id: string, from: string, to: string): Promise<boolean> {
      const entry = `entry = (select min(seq) from ledger.entries), credited = 1`
      const none = `entry = null, credited = null`
      const withMoney = (status: string): string => (['CREDITED', 'REVERSED'].includes(status) ? entry : none)
      const text = `do $$ begin
        alter table wallet.deposits disable trigger guarded;
        alter table wallet.deposits disable trigger guarded_return;
        update wallet.deposits set status = '${from}', resubmitted = false, ${withMoney(from)} where id = '${id}';
        alter table wallet.deposits enable trigger guarded;
        update wallet.deposits set status = '${to}', resubmitted = true, ${withMoney(to)} where id = '${id}';
        raise exception 'moved';
      end $$`
      const cause: unknown = await database.asOwner(text).catch((thrown: unknown) => thrown)
      return cause instanceof Error && cause.message === 'moved'
    },
    /** PostgreSQL's code for what a role tried. */
    async stateOf(role: Role, statement: string): Promise<string | undefined> {
      const cause: unknown = await sql
        .raw(statement)
        .execute(database.pools[role])
        .catch((thrown: unknown) => thrown)
      return sqlState(cause)
    },
    async broken(): Promise<unknown[]> {
      return (await ledger.audit()).filter(({ ok }) => !ok)
    },
    close: () => database.close(),
  }
}

export const assertion = { credentialId: 'a', authenticatorData: 'a', clientDataJSON: 'a', signature: 'a' }
