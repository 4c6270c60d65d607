import { getUserInfo } from '@evenhand/protocol/accounts.ts'
import { getMarketInfo, getKValueByCodeAndDate } from '@evenhand/protocol/markets.ts'
import { buyOptions } from '@evenhand/protocol/options.ts'
import { closeAccount } from '@evenhand/protocol/settings.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { call, callWithNotice, isChanging, newKey } from './call.ts'
import { Refused, Unreached } from './problem.ts'
import { onProblem } from './report-problem.ts'
import { clearSession, currentSession, keepSession, onSessionEnded, setAccountMode } from './session.ts'

type Sent = { url: string; init: RequestInit & { headers: Record<string, string> } }
const sent: Sent[] = []

/** The network is the outside world: each test sets its responses. */
function response(body: unknown, init: ResponseInit = {}): void {
  vi.stubGlobal('fetch', (url: string, request: Sent['init']) => {
    sent.push({ url, init: request })
    return Promise.resolve(new Response(JSON.stringify(body), init))
  })
}
const user = { id: 'u', username: 'lina' } as never

afterEach(() => {
  sent.length = 0
  clearSession()
  setAccountMode('real')
  vi.unstubAllGlobals()
})

test('a GET puts path values in the path and the rest in the query', async () => {
  response({ code: 200, result: [], traceId: 't' })
  await call(getKValueByCodeAndDate, { code: 'BTC', interval: '1m', limit: 100 })
  expect(sent[0]?.url).toBe('/swx/customer/index/getKValueByCodeAndDate?code=BTC&interval=1m&limit=100')
  await call(getMarketInfo, { code: 'ES.F' }).catch(() => undefined)
  expect(sent[1]?.url).toBe('/swx/customer/index/getMarketInfo/ES.F')
})

test('what follows an order stays with its account, whichever is chosen by then', async () => {
  response({ code: 200, result: { orderId: 'o' }, traceId: 't' })
  setAccountMode('virtual')
  await call(getUserInfo, {}, { mode: 'real' }).catch(() => undefined)
  expect(sent[0]?.init.headers).toMatchObject({ virtually: 'NO' })
})

test('a call that moves money carries token, account, language and key; amounts travel as text', async () => {
  keepSession('secret', user)
  setAccountMode('virtual')
  response({
    code: 200,
    notice: 20004,
    traceId: 't',
    result: { orderId: '018f0000-0000-7000-8000-000000000000', orderNo: 'N1', receipt: { v: 1 } },
  })
  const key = newKey()
  const { result, notice } = await callWithNotice(
    buyOptions,
    { code: 'BTC', limitTime: 60, direction: 'UP', amount: 12_500_000n },
    { key },
  )
  const { headers, body } = sent[0]?.init ?? {}
  expect(headers).toMatchObject({ Authorization: 'secret', virtually: 'YES', lang: 'zh', 'Idempotency-Key': key })
  expect(JSON.parse(String(body))).toEqual({ code: 'BTC', limitTime: 60, direction: 'UP', amount: '12.500000' })
  expect(result.orderNo).toBe('N1')
  expect(notice).toBe('purchased')
})

test('the default flag is the real account, which sends NO', async () => {
  response({ code: 200, result: [], traceId: 't' })
  await call(getKValueByCodeAndDate, { code: 'BTC', interval: '1m' })
  expect(sent[0]?.init.headers['virtually']).toBe('NO')
})

test('a refusal arrives with its key and the values of its text', async () => {
  response({ code: 10026, msg: 'insufficientBalance', params: { free: '3.000000' }, traceId: 'abc' })
  const problem = await call(getUserInfo, {}).catch((thrown: unknown) => thrown)
  expect(problem).toMatchObject({
    key: 'insufficientBalance',
    code: 10026,
    params: { free: '3.000000' },
    traceId: 'abc',
  })
})

test('an unknown code is a fault, and 429 brings its waiting time', async () => {
  response({ code: 49999, msg: 'new', params: {}, traceId: 'x' })
  await expect(call(getUserInfo, {})).rejects.toMatchObject({ key: 'fault' })
  response({ code: 40029, msg: 'tooMany', params: {}, traceId: 'x' }, { status: 429, headers: { 'Retry-After': '7' } })
  await expect(call(getUserInfo, {})).rejects.toMatchObject({ key: 'tooMany', params: { retryAfterS: 7 } })
})

test('what only the real account can do is refused to the page, which offers the switch; what is only read is not', async () => {
  const problems: unknown[] = []
  const stop = onProblem((problem) => problems.push(problem))
  response({ code: 40012, msg: 'realAccountNeeded', params: {}, traceId: 'x' })
  await expect(call(getMarketInfo, { code: 'BTC' })).rejects.toMatchObject({ key: 'realAccountNeeded' })
  expect(problems).toEqual([])
  await expect(call(getUserInfo, {})).rejects.toMatchObject({ key: 'realAccountNeeded' })
  stop()
  expect(problems).toMatchObject([{ key: 'realAccountNeeded' }])
})

test('a body code 401 ends the session and reports it once', async () => {
  keepSession('secret', user)
  let ended = 0
  const stop = onSessionEnded(() => void ended++)
  response({ code: 401, msg: 'sessionEnded', params: {}, traceId: 'x' }, { status: 401 })
  await Promise.allSettled([call(getUserInfo, {}), call(getUserInfo, {})])
  stop()
  expect(currentSession()).toBeUndefined()
  expect(ended).toBe(1)
})

test('a 401 to another call does not end the session while a change of it is awaited', async () => {
  keepSession('secret', user)
  let change: (response: Response) => void = () => {}
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (change = resolve)))
  const closing = call(closeAccount, {})
  await vi.waitFor(() => expect(isChanging()).toBe(true))
  response({ code: 401, msg: 'sessionEnded', params: {}, traceId: 'x' }, { status: 401 })
  await expect(call(getMarketInfo, { code: 'BTC' })).rejects.toMatchObject({ key: 'sessionEnded' })
  expect(currentSession()?.token).toBe('secret')
  change(new Response(JSON.stringify({ code: 401, msg: 'sessionEnded', params: {}, traceId: 'x' }), { status: 401 }))
  await expect(closing).rejects.toMatchObject({ key: 'sessionEnded' })
  expect(currentSession()).toBeUndefined()
})

test('a 401 to another call ends the session once an awaited change has not replaced it', async () => {
  keepSession('secret', user)
  let change: (response: Response) => void = () => {}
  const refused = { code: 401, msg: 'sessionEnded', params: {}, traceId: 'x' }
  const changed = async (after: () => void) => {
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (change = resolve)))
    const closing = call(closeAccount, {}).catch(() => undefined)
    await vi.waitFor(() => expect(isChanging()).toBe(true))
    response(refused, { status: 401 })
    await expect(call(getMarketInfo, { code: 'BTC' })).rejects.toMatchObject({ key: 'sessionEnded' })
    change(new Response(JSON.stringify({ code: 500, msg: 'failed', params: {}, traceId: 'x' })))
    await closing.then(after)
    await new Promise((resolve) => setTimeout(resolve))
  }
  await changed(() => keepSession('newer', user))
  expect(currentSession()?.token).toBe('newer')
  await changed(() => {})
  expect(currentSession()).toBeUndefined()
})

test('no network and no readable response leave the effect unknown', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')))
  await expect(call(getUserInfo, {})).rejects.toMatchObject({ kind: 'offline' })
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<html>', { status: 502 })))
  const problem = await call(getUserInfo, {}).catch((thrown: unknown) => thrown)
  expect(problem).toBeInstanceOf(Unreached)
  expect(problem).not.toBeInstanceOf(Refused)
})
