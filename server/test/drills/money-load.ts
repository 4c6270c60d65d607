import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { CodeScene } from '@evenhand/protocol/accounts.ts'
import pg from 'pg'
import { createLedger } from '../../src/domains/ledger/index.ts'
import { systemClock } from '../../src/kernel/time/clock.ts'
import { openPools, owned } from '../../src/kernel/db/db.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { codeIn } from '../fixtures/mailed-codes.ts'
import { databaseUrl } from './running-product.ts'

/** A customer with real coins, a fund password and an address that can be paid. */
export type Owner = { token: string; email: string; addressId: string }
export type Moved = { kind: 'withdrawal' | 'conversion' | 'deposit'; id: string }
/** A call without a response, to be requested again with its key. */
type Unsure = { owner: Owner; kind: Moved['kind']; path: string; key: string; body: object }
export type MoneyLoad = { acknowledged: Moved[]; unsure: Unsure[]; refused: Map<string, number> }

type Response = { status: number; code: number; params: Record<string, unknown>; result: Record<string, never> }
const fundPassword = '482915'
const responseWithinMs = 30_000

const callerOf =
  (port: number) =>
  async (method: 'GET' | 'POST', path: string, options: { token?: string; key?: string; body?: object } = {}) => {
    const { token, key, body } = options
    const response = await fetch(`http://127.0.0.1:${port}${path.startsWith('/') ? path : `/swx/customer/${path}`}`, {
      method,
      headers: {
        virtually: 'NO',
        ...(token && { authorization: token }),
        ...(key && { 'idempotency-key': key }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(responseWithinMs),
    })
    const parsed = (await response.json()) as Response
    // The mailbox returns a list, which is the result itself.
    return { ...parsed, ...(Array.isArray(parsed) && { result: parsed as never }), status: response.status }
  }
type Call = ReturnType<typeof callerOf>

async function codeOf(call: Call, owner: Pick<Owner, 'token' | 'email'>, body: { scene: CodeScene; quoteId?: string }) {
  const sent = await call('POST', 'login/sendCode', { token: owner.token, body: { to: '', ...body } })
  if (sent.code !== 200) return ''
  const mails = await call('GET', `/sandbox/mails?to=${encodeURIComponent(owner.email)}`)
  return codeIn(mails.result as never, body.scene)
}

/** Sandbox customers with 5 000 USDT each, a fund password, and an address whose day is over. */
export async function openOwners({ port, dataDir }: { port: number; dataDir: string }): Promise<Owner[]> {
  const call = callerOf(port)
  const url = databaseUrl(dataDir)
  const pools = openPools(url, { api: 1, feed: 1, console: 1, payout: 1 })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const ledger = createLedger({ db: owned<'ledger'>(pools.api), clock: systemClock, log: silentLog })
  try {
    const owners: Owner[] = []
    for (const name of ['amy', 'ben']) {
      const signIn = { account: name, password: `${name}-tries-things` }
      const login = await call('POST', 'login/login', { body: signIn })
      if (login.code !== 200) throw new Error(`no login: ${JSON.stringify(login)}`)
      const { token, user } = login.result as unknown as { token: string; user: { id: string; email: string } }
      await call('POST', 'user/proof', { token, body: { password: signIn.password } })
      const code = await codeOf(call, { token, email: user.email }, { scene: 'fundpwd' })
      const set = await call('POST', 'user/fundPassword/set', { token, body: { fundPassword, code } })
      if (set.code !== 200) throw new Error(`no fund password: ${JSON.stringify(set)}`)
      const addressId = randomUUID()
      // An address whose day of waiting is over, and coins that came in.
      await client.query(
        `insert into wallet.addresses (id, customer_id, coin, network, address, label, created_at, active_at, recorded_at, status)
         values ($1, $2, 'USDT', 'TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'drill', now() - interval '3 days', now() - interval '2 days',
           now() - interval '3 days', 'ACTIVE')`,
        [addressId, user.id],
      )
      const accountId = await ledger.accountNamed(`user:${user.id}`)
      const custody = await ledger.accountNamed('custody:tron')
      await client.query(
        `select ledger.post('deposit', $1::uuid, array[$2, $3]::bigint[], array[1, 1]::smallint[], array[5000000000, -5000000000]::bigint[], now())`,
        [randomUUID(), accountId, custody],
      )
      owners.push({ token, email: user.email, addressId })
    }
    return owners
  } finally {
    await client.end()
    await pools.close()
  }
}

type MoneyLoadParams = { port: number; owners: readonly Owner[]; restMs?: number }

/**
 * Withdraws, converts and announces deposits for every owner at once until stopped, with a rest of `restMs` between two of
 * a kind; a call that fails waits a moment.
 */
export function startMoneyLoad({ port, owners, restMs = 0 }: MoneyLoadParams) {
  const call = callerOf(port)
  const load: MoneyLoad = { acknowledged: [], unsure: [], refused: new Map() }
  let stopped = false
  const send = async (unsure: Unsure): Promise<boolean> => {
    const { owner, kind, path, key, body } = unsure
    const response = await call('POST', path, { token: owner.token, key, body }).catch((cause: unknown) => {
      // Never sent at all where the connection was refused.
      if ((cause as { cause?: { code?: string } }).cause?.code !== 'ECONNREFUSED') load.unsure.push(unsure)
    })
    if (response?.code === 200) load.acknowledged.push({ kind, id: (response.result as unknown as { id: string }).id })
    else if (response !== undefined && (response.status === 503 || response.code === 10092)) load.unsure.push(unsure)
    else if (response !== undefined)
      load.refused.set(`${kind} ${response.code}`, (load.refused.get(`${kind} ${response.code}`) ?? 0) + 1)
    return response?.code === 200
  }
  const operations: ((owner: Owner) => Promise<boolean>)[] = [
    async (owner) => {
      const request = { method: 'USDT-TRC20', addressId: owner.addressId, amount: '10' }
      const { result } = await call('GET', `user/withdrawal/quote?${new URLSearchParams(request).toString()}`, owner)
      const { quoteId } = result as unknown as { quoteId: string }
      const code = await codeOf(call, owner, { scene: 'withdraw', quoteId })
      const body = { ...request, fundPassword, quoteId, code }
      return send({ owner, kind: 'withdrawal', path: 'user/withdrawal', key: randomUUID(), body })
    },
    async (owner) => {
      const quoted = await call('POST', 'user/convert/quote', {
        ...owner,
        body: { from: 'USDT', to: 'ETH', amount: '1' },
      })
      const { quoteId } = quoted.result as unknown as { quoteId: string }
      return send({ owner, kind: 'conversion', path: 'user/convert', key: randomUUID(), body: { quoteId } })
    },
    async (owner) => {
      const proofFileId = await proofOf(port, owner)
      const txHash = `0x${randomBytes(32).toString('hex')}`
      const body = { coin: 'USDT', network: 'ERC20', amount: '150', last6: 'abcDEF', txHash, proofFileId }
      return send({ owner, kind: 'deposit', path: 'user/recharge', key: randomUUID(), body })
    },
  ]
  const work = async (owner: Owner, act: (owner: Owner) => Promise<boolean>): Promise<void> => {
    while (!stopped) {
      const well = await act(owner).catch(() => false)
      if (!well || restMs > 0) await wait(Math.max(restMs, well ? 0 : 50))
    }
  }
  const working = Promise.all(owners.flatMap((owner) => operations.map((operation) => work(owner, operation))))
  return {
    /** How many of a kind, or of all kinds, were acknowledged until now. */
    acknowledgedSoFar: (kind?: Moved['kind']): number =>
      load.acknowledged.filter((one) => kind === undefined || one.kind === kind).length,
    async stop(): Promise<MoneyLoad> {
      stopped = true
      await working
      return load
    },
  }
}

const proofs = new Map<string, string>()

/** A picture as a proof of a deposit, sent once an owner. */
async function proofOf(port: number, { token }: Owner): Promise<string> {
  const known = proofs.get(token)
  if (known !== undefined) return known
  const form = new FormData()
  form.set('purpose', 'deposit')
  form.set('file', new Blob([new Uint8Array(smallest)], { type: 'image/png' }), 'proof.png')
  const sent = await fetch(`http://127.0.0.1:${port}/swx/customer/file/upload`, {
    method: 'POST',
    headers: { authorization: token, virtually: 'NO' },
    body: form,
    signal: AbortSignal.timeout(responseWithinMs),
  })
  const { result } = (await sent.json()) as { result: { fileId: string } }
  proofs.set(token, result.fileId)
  return result.fileId
}

/** A picture of one grey point. */
const smallest = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)

/**
 * What became of calls without a response: each is sent once more with its key, as the customer app does. Returns what they
 * came to; the codes and quotes of what was never placed are used up or over, and that is a result too.
 */
export async function findOutMoney(port: number, unsure: readonly Unsure[]): Promise<Moved[]> {
  const call = callerOf(port)
  const moved: Moved[] = []
  for (const { owner, kind, path, key, body } of unsure) {
    const response = await call('POST', path, { token: owner.token, key, body })
    if (response.status === 503 || response.code === 10092) throw new Error(`${kind} ${key} still has no response`)
    if (response.code === 200) moved.push({ kind, id: (response.result as unknown as { id: string }).id })
  }
  return moved
}
