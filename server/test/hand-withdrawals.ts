import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CodeScene } from '@evenhand/protocol/accounts.ts'
import { fundMethods } from '@evenhand/protocol/funds.ts'
import { assetScales, parseUnits, type Asset } from '@evenhand/protocol/money.ts'
import type { IdentificationStatus } from '@evenhand/protocol/states.ts'
import type { Withdrawal } from '@evenhand/protocol/withdrawals.ts'
import { createAccounts } from '../src/domains/accounts/index.ts'
import { identityRefusal } from '../src/domains/kyc/index.ts'
import { addressesRoutes, createAddresses, linesOfAddress } from '../src/domains/addresses/index.ts'
import { createFundPasswords, fundPasswordRoutes, type FundPasswordDeps } from '../src/domains/auth/index.ts'
import { addressOn } from '../src/domains/chain/index.ts'
import {
  createWithdrawals,
  linesOfQuote,
  wasPaidTo,
  withdrawalsRoutes,
  type WithdrawalsDeps,
} from '../src/domains/withdrawals/index.ts'
import { owned } from '../src/kernel/db/db.ts'
import { createHttp, mountRoutes, type Call } from '../src/kernel/http/http.ts'
import { refuse } from '../src/kernel/http/refusal.ts'
import { createLimits } from '../src/kernel/http/rate-limits.ts'
import { silentLog } from '../src/kernel/log.ts'
import { createPasswords } from '../src/kernel/crypto/passwords.ts'
import { mustNotBeHeld } from '../src/app/policies.ts'
import { createPayout, type PayoutDeps } from '../src/payout/payout.ts'
import { linesOf, sandboxSigner } from '../src/payout/sandbox-signer.ts'
import { testDatabase } from './database.ts'
import { codeIn } from './letters.ts'
import { goodPassword, people, type Answer } from './people.ts'
import { smallCost } from './small-cost.ts'

export const fundPassword = '482915'
export const dayMs = 86_400_000
/** Valid on each network, and no person's. */
export const addresses = {
  TRC20: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'],
  ERC20: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
  Ethereum: ['0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB', '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'],
  Bitcoin: ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
} as const

type Funds = Partial<Record<'USDT' | 'BTC' | 'ETH', string>>
export type Hand = Awaited<ReturnType<typeof handWithdrawals>>
export type Owner = { token: string; id: string; email: string; accountId: bigint }
export type AskOf = { amount: string; method?: string; addressId: string; key?: string; body?: object }

type CallOf = {
  token?: string
  key?: string
  mode?: 'YES' | 'NO'
  /** Which of four processes is called. */
  process?: number
}

/** Money out over HTTP, with its payout, on a database of its own, with a clock and prices that a test moves. */
export async function handWithdrawals(
  opened: { passwords?: FundPasswordDeps['passwords']; tellWith?: WithdrawalsDeps['tellWith']; limits?: boolean } = {},
) {
  const database = await testDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'evenhand-withdrawals-'))
  const withdrawalsDb = owned<'withdrawals'>(database.pools.api)
  const at = people(database, {
    limits: opened.limits ?? false,
    confirms: {
      withdraw: (confirmed) => linesOfQuote({ db: withdrawalsDb, clock, findAddress: first.addresses.find }, confirmed),
      address: async ({ boundTo }) => linesOfAddress({ addressOn }, boundTo),
      fundpwd: async () => [],
    },
  })
  const { clock, ledger, auth, mailbox } = at
  const accounts = createAccounts({ db: owned<'accounts'>(database.pools.api), ledger, clock })
  const told: { template: string; accountId: bigint; params: Record<string, unknown>; ref: string }[] = []
  const prices: { btc: bigint | null; eth: bigint | null } = { btc: 60_000_000_000n, eth: 3_000_000_000n }
  const tell = (events: readonly (typeof told)[number][]): void => void told.push(...events)
  const warn = ({ template }: { template: Parameters<typeof auth.warn>[0]['what'] }, call: Call): void =>
    auth.warn({ what: template, said: () => ({ subject: template, lead: template }) }, call)
  const shared = { clock, log: silentLog, mustConfirm: auth.mustConfirm }
  const fundPasswordDeps: FundPasswordDeps = {
    ...shared,
    db: owned<'auth'>(database.pools.api),
    passwords: opened.passwords ?? createPasswords({ running: 2, waiting: 500, cost: smallCost }),
    fundPepper: new Uint8Array(32).fill(9),
    // Pictures and identification are of other domains: a customer's own picture is one that begins with the end of his id.
    files: {
      async mustOwn(customerId, fileId) {
        if (!fileId.startsWith(customerId.slice(-8))) throw refuse('notFound')
      },
      erase: async (ids) => ids.length,
    },
    async identityOf(id) {
      const verified = (await accounts.find(id))?.tier === 'VERIFIED'
      return verified ? { status: 'VERIFIED', verified, formId: id } : { status: hand.identity, verified }
    },
    async identityRefusal(id) {
      return identityRefusal((await accounts.find(id))?.tier === 'VERIFIED' ? 'VERIFIED' : hand.identity)
    },
    birthDateOf: async () => '1987-03-09',
    securityChangedAt: auth.securityChangedAt,
    tell,
    warn,
  }
  /** What one process has in its memory. */
  const openProcess = () => {
    const fundPasswords = createFundPasswords(fundPasswordDeps)
    const { mustKnow, protectionChangedAt } = fundPasswords
    const guarded = { ...shared, protectionChangedAt, mustKnowFundPassword: mustKnow }
    const book = createAddresses({
      ...guarded,
      db: owned<'addresses'>(database.pools.api),
      addressOn,
      wasPaidTo: (address) => wasPaidTo(withdrawalsDb, address),
      mustBeProvedLately: auth.mustBeProvedLately,
      accountOf: async (id) => (await accounts.find(id))?.accountId,
      tell,
      warn,
    })
    const withdrawals = createWithdrawals({
      ...guarded,
      db: withdrawalsDb,
      ledger,
      limits: createLimits({ clock, on: opened.limits ?? false }),
      addresses: book,
      usdtPrices: () => [prices.btc, prices.eth],
      tiersOf: async (ids) => new Map((await accounts.findMany(ids)).map(({ id, tier }) => [id, tier])),
      mustNotBeHeld: mustNotBeHeld(accounts.find),
      tellWith: opened.tellWith ?? (async (_tx, events) => tell(events)),
      moved: () => {},
    })
    return { fundPasswords, addresses: book, withdrawals }
  }
  // They share the database and nothing in memory.
  const first = openProcess()
  const processes = [first, openProcess(), openProcess(), openProcess()]
  const apps = processes.map(({ fundPasswords, addresses: book, withdrawals }) => {
    const app = createHttp({ trustProxy: false })
    const routes = [...fundPasswordRoutes(fundPasswords), ...addressesRoutes(book), ...withdrawalsRoutes(withdrawals)]
    mountRoutes(app, routes, {
      log: silentLog,
      findSession: auth.findSession,
      mustBeProved: auth.mustBeProvedLately,
      strict: true,
    })
    return app
  })
  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body: object | undefined,
    { token, key, mode = 'NO', process: which = 0 }: CallOf = {},
  ): Promise<Answer> => {
    const app = apps[which]
    if (app === undefined) throw new Error('there is no such process')
    const response = await app.inject({
      method,
      url: `/swx/customer/${path}`,
      headers: {
        virtually: mode,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: token }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    return {
      status: response.statusCode,
      headers: response.headers,
      ...(JSON.parse(response.body) as object),
    } as Answer
  }
  const chainFile = join(folder, 'chain.jsonl')
  const payoutDeps: PayoutDeps = {
    db: owned<'withdrawals'>(database.pools.payout),
    clock,
    log: silentLog,
    mode: 'sandbox',
    signer: sandboxSigner({ key: new Uint8Array(32).fill(5), file: chainFile, clock }),
    precisionOf: () => 2,
  }
  const codeOf = async (
    email: string,
    body: { scene: CodeScene; quoteId?: string },
    token: string,
  ): Promise<string> => {
    // One code a minute goes to an address.
    clock.advance(60_000)
    const sent = await at.post('login/sendCode', body, { token })
    if (sent.code !== 200) throw new Error(`no code: ${JSON.stringify(sent)}`)
    await auth.idle()
    return codeIn(mailbox.list(email), body.scene)
  }
  const hand = {
    /** How the identification of whoever is not verified stands. */
    identity: 'NOT_VERIFIED' as IdentificationStatus,
    database,
    people: at,
    clock,
    ledger,
    prices,
    told,
    ...first,
    accounts,
    chainFile,
    payoutDeps,
    payout: createPayout(payoutDeps),
    sent: () => linesOf(chainFile),
    call,
    codeOf,
    prove: (token: string) => at.post('user/proof', { password: goodPassword }, { token }),
    /** A customer with money as a deposit brings it. */
    async customer(name: string, funds: Funds = {}): Promise<Owner> {
      const { token, user } = await at.customer(name)
      const accountId = (await accounts.find(user.id))?.accountId ?? 0n
      for (const [coin, amount] of Object.entries(funds)) await hand.fund(accountId, coin as 'USDT', amount)
      return { token, id: user.id, email: user.email, accountId }
    },
    async fund(accountId: bigint, coin: 'USDT' | 'BTC' | 'ETH', amount: string): Promise<void> {
      const chain = fundMethods.find((one) => one.coin === coin)?.chain ?? 'tron'
      const units = parseUnits(amount, assetScales[coin as Asset]) ?? 0n
      await ledger.post(database.owner, {
        kind: 'deposit',
        ref: randomUUID(),
        at: clock.now(),
        lines: [
          { accountId, asset: coin, units },
          { accountId: await ledger.accountNamed(`custody:${chain}`), asset: coin, units: -units },
        ],
      })
    },
    async setFundPassword({ token, email }: Owner): Promise<void> {
      await hand.prove(token)
      const code = await codeOf(email, { scene: 'fundpwd' }, token)
      const set = await call('POST', 'user/fundPassword/set', { fundPassword, code }, { token })
      if (set.code !== 200) throw new Error(`no fund password: ${JSON.stringify(set)}`)
    },
    /** An address of the customer's book; its day is not over yet. */
    async address({ token, email }: Owner, network: keyof typeof addresses = 'TRC20', which = 0): Promise<string> {
      const coin = network === 'Bitcoin' ? 'BTC' : network === 'Ethereum' ? 'ETH' : 'USDT'
      const address = addresses[network][which] ?? ''
      const code = await codeOf(email, { scene: 'address', quoteId: address }, token)
      const body = { coin, network, address, label: `My ${network}`, fundPassword, code }
      const added = await call('POST', 'address/add', body, { token })
      if (added.code !== 200) throw new Error(`no address: ${JSON.stringify(added)}`)
      return (added.result as { id: string }).id
    },
    /** A customer who can withdraw now. */
    async ready(name: string, funds: Funds = { USDT: '5000' }, network: keyof typeof addresses = 'TRC20') {
      const owner = await hand.customer(name, funds)
      await hand.setFundPassword(owner)
      const addressId = await hand.address(owner, network)
      clock.advance(dayMs)
      return { ...owner, addressId }
    },
    async quote({ token }: Pick<Owner, 'token'>, { amount, method = 'USDT-TRC20', addressId }: AskOf): Promise<Answer> {
      return call('GET', `user/withdrawal/quote?method=${method}&addressId=${addressId}&amount=${amount}`, undefined, {
        token,
      })
    },
    /** Quote and code, and with them what is sent to ask for it. */
    async prepare(owner: Owner, of: AskOf): Promise<object> {
      const quoted = await hand.quote(owner, of)
      if (quoted.code !== 200) throw new Error(`no quote: ${JSON.stringify(quoted)}`)
      const { quoteId } = quoted.result as { quoteId: string }
      const code = await codeOf(owner.email, { scene: 'withdraw', quoteId }, owner.token)
      const { method = 'USDT-TRC20', addressId, amount } = of
      return { method, addressId, amount, fundPassword, quoteId, code, ...of.body }
    },
    async ask(owner: Owner, of: AskOf): Promise<Answer> {
      const body = await hand.prepare(owner, of)
      return call('POST', 'user/withdrawal', body, {
        token: owner.token,
        ...(of.key === undefined ? {} : { key: of.key }),
      })
    },
    async asked(owner: Owner, of: AskOf): Promise<Withdrawal> {
      const answer = await hand.ask(owner, of)
      if (answer.code !== 200) throw new Error(`not asked: ${JSON.stringify(answer)}`)
      return answer.result
    },
    async list({ token }: Owner): Promise<Withdrawal[]> {
      return (await call('GET', 'user/listWithdrwal', undefined, { token })).result
    },
    async balance({ accountId }: Owner, coin: 'USDT' | 'BTC' | 'ETH' = 'USDT') {
      const found = (await ledger.balances(accountId)).find(({ asset }) => asset === coin)
      return { free: found?.free ?? 0n, held: found?.held ?? 0n }
    },
    broken: async () => (await ledger.audit()).filter(({ ok }) => !ok),
    async close(): Promise<void> {
      await Promise.all(apps.map((app) => app.close()))
      await at.close()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return hand
}
