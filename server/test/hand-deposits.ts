import { randomUUID } from 'node:crypto'
import { depositCredit, depositReturn } from '@evenhand/proofs/approval-payloads.ts'
import { approvalHash, type ApprovalPayload } from '@evenhand/proofs/approval.ts'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import type { SeenDeposit } from '@evenhand/protocol/deposits-console.ts'
import { assetScales, moneyText, parseUnits } from '@evenhand/protocol/money.ts'
import type { Assertion } from '@evenhand/protocol/operator-route.ts'
import type { FundCoin } from '@evenhand/protocol/funds.ts'
import { createLedger } from '../src/domains/ledger/index.ts'
import { createOperators } from '../src/domains/operators/index.ts'
import {
  createDeposits,
  depositsConsole,
  type DepositAddresses,
  type DepositsConsoleDeps,
  type DepositsDeps,
} from '../src/domains/deposits/index.ts'
import { usdtEquivalent } from '../src/domains/markets/index.ts'
import { dateOf, handClock } from '../src/kernel/time/clock.ts'
import { owned, sql, sqlState, type Role } from '../src/kernel/db/db.ts'
import type { Call } from '../src/kernel/http/http.ts'
import { createLimits } from '../src/kernel/http/rate-limits.ts'
import { silentLog } from '../src/kernel/log.ts'
import type { MountedOperator, OperatorAct, OperatorCall } from '../src/kernel/http/operator-call.ts'
import { createPasswords } from '../src/kernel/crypto/passwords.ts'
import { refuse } from '../src/kernel/http/refusal.ts'
import { testDatabase } from './database.ts'
import { smallCost } from './small-cost.ts'

const letters = 'ABCDEFGHJKLMNPQRSTUV'
export const proof = '0190a000-0000-7000-8000-000000000001'
export const otherProof = '0190a000-0000-7000-8000-000000000002'
export const hashOf = (n: number): string => n.toString(16).padStart(64, '0')

export type HandDeposits = Awaited<ReturnType<typeof handDeposits>>

const consoleOrigin = 'http://localhost:3001'
type Ask = { id?: string; amount?: string; reference?: string; fromAddress?: string; assertion?: unknown }

/** Deposits on a database of their own, with a clock and prices that a test moves, and the sandbox's finance operators. */
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
  const priceOf = (code: string) => prices.get(code.slice(0, 3) as FundCoin)
  const usdtOf = usdtEquivalent({ clock, markets: { latest: priceOf, instrument: priceOf } })
  const tell: DepositsDeps['tell'] = (handed) => void told.push(...handed)
  const deposits = createDeposits({
    db: owned<'deposits'>(database.pools.api),
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
  })
  const customers = new Map<string, { accountId: bigint; username: string; tier: string }>()
  const operators = createOperators({
    db: owned<'operators'>(database.pools.console),
    clock,
    log: silentLog,
    limits: createLimits({ clock, on: false }),
    passwords: createPasswords({ cost: smallCost }),
    mail: { send: async () => {}, close: () => {} },
    consoleAddress: consoleOrigin,
    mode: 'sandbox',
    secret: new Uint8Array(32).fill(3),
  })
  await operators.ensureSandboxOperators()
  const hired = (await database.asOwner('select id, name from operators.operators')) as { id: string; name: string }[]
  const staff = new Map(hired.map(({ id, name }) => [name, id]))
  const nameOf = (operator: string): string =>
    operator === 'first' ? 'sandbox-finance1' : operator === 'second' ? 'sandbox-finance2' : operator
  const callOf = (operator: string): OperatorCall =>
    ({
      origin: consoleOrigin,
      operator: { id: staff.get(nameOf(operator)), name: nameOf(operator), roles: ['finance1'] },
    }) as unknown as OperatorCall
  const sign = (operator: string, payload: ApprovalPayload): Assertion => {
    const challenge = Buffer.from(approvalHash(payload, nodeCrypto), 'hex').toString('base64url')
    const made = operators.authenticator?.sign(nameOf(operator), { challenge, origin: consoleOrigin })
    if (made === undefined) throw new Error('no authenticator')
    return made
  }
  const routes = depositsConsole({
    db: owned<'deposits'>(database.pools.console),
    clock,
    operators: {
      recordAct: async (_tx, _call, act) => void acts.push(act),
      recordLook: async (_call, act) => void acts.push(act),
      mustAssert: operators.forParts.mustAssert,
      filterCases: operators.forParts.filterCases,
    },
    usdtOf,
    async openPicture(fileId, { operatorId, reason }) {
      await database.asOwner(
        `insert into files.views (id, file_id, customer_id, operator_id, reason, at)
         select $1, $2, d.customer_id, $3, $4, $5 from wallet.deposits d where d.proof_file_id = $2 limit 1`,
        [randomUUID(), fileId, operatorId, reason, dateOf(clock.now())],
      )
      return { type: 'image/jpeg', bytes: Buffer.from('a picture') }
    },
    screen: of.screen,
    customersById: async () => customers,
    tell,
    moved: () => {},
  })
  const run = <R>(path: string, ask: object, operator: string): Promise<R> => {
    const mounted = routes.find(({ route }) => route.path === `/swx/admin/${path}`) as MountedOperator
    return mounted.run(ask as never, callOf(operator)) as Promise<R>
  }
  /** What an honest operator adds: opens the proof, and signs what the case shows with the values that are asked. */
  async function signed(path: string, ask: Ask, operator: string): Promise<object> {
    const looked = acts.length
    const seen = await run<SeenDeposit>('deposits/:id', { id: ask.id }, operator).catch(() => undefined)
    if (seen !== undefined && seen.evidence === null && seen.proofFileId !== null && path.endsWith('credit'))
      await run('deposits/:id/proof', { id: ask.id, reason: 'to see the proof' }, operator)
    acts.length = looked
    if (seen === undefined) return ask
    const { fromAddress = '', reference = '' } = ask
    const units = parseUnits(ask.amount ?? '', assetScales[seen.coin])
    const amount = units === undefined ? '' : moneyText({ asset: seen.coin, units })
    const terms = { ...seen, claimed: seen.amount, ...ask }
    const values = { amount, fromAddress, creditedBefore: seen.creditedBefore }
    const payload = path.endsWith('credit')
      ? depositCredit({ ...terms, txHash: seen.txHash }, values)
      : depositReturn({ ...terms, txHash: seen.txHash }, reference)
    return { revision: seen.revision, ...ask, assertion: sign(operator, payload) }
  }
  return {
    database,
    clock,
    sign,
    ledger,
    deposits,
    told,
    acts,
    async price(coin: FundCoin, whole: bigint): Promise<void> {
      prices.set(coin, { ts: clock.now(), price: whole * 100n, precision: 2 })
      await database.asOwner(
        `insert into markets.instruments (id, code, precision, last_price) values ($1, $2, 2, $3)
         on conflict (id) do update set last_price = excluded.last_price`,
        [coin === 'BTC' ? 1 : 2, `${coin}USDT`, String(whole * 100n)],
      )
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
    /** Calls a route of the console as an operator; `assertion` in the ask stands for what an honest one does and signs. */
    async operate<R>(path: string, ask: Ask | object, operator = 'first'): Promise<R> {
      return run<R>(
        path,
        'assertion' in ask && ask.assertion === assertion ? await signed(path, ask, operator) : ask,
        operator,
      )
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
