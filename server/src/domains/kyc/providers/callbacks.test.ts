import { createHmac } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { providerServer } from '../../../../test/fakes/provider-server.ts'
import { identityPeople } from '../../../../test/fixtures/identity-customers.ts'
import { operatorPeople } from '../../../../test/fixtures/operators.ts'
import { wholeProduct, type WholeProduct } from '../../../../test/whole-product.ts'

const hmac = (secret: string, body: string): string => createHmac('sha256', secret).update(body).digest('hex')
type House = Awaited<ReturnType<typeof providerServer>>
type Verdict = { outcome: 'good' | 'again' | 'end' | 'lapsed' }

/** A provider's API and callbacks, so that both providers run through the same tests. */
type Speaker = {
  env: (url: string) => Record<string, string>
  responds: () => { json: object }
  /** The provider's own name for the nth form. */
  reference: (nth: number) => string
  /** A message and the headers that sign it. */
  message: (reference: string, verdicts: Verdict['outcome']) => { body: string; headers: Record<string, string> }
}

function sumsub(): Speaker {
  let number = 0
  const results = {
    good: { reviewAnswer: 'GREEN' },
    again: { reviewAnswer: 'RED', reviewRejectType: 'RETRY', rejectLabels: ['LOW_QUALITY', 'FORGERY'] },
    end: { reviewAnswer: 'RED', reviewRejectType: 'FINAL', rejectLabels: ['FORGERY'] },
    lapsed: { reviewAnswer: 'YELLOW' },
  }
  return {
    env: (url) => ({
      SUMSUB_URL: url,
      SUMSUB_APP_TOKEN: 'token',
      SUMSUB_SECRET_KEY: 'secret',
      SUMSUB_WEBHOOK_SECRET: 'hook',
      SUMSUB_LEVEL: 'basic',
    }),
    responds: () => ({ json: { id: `applicant-${++number}` } }),
    reference: (nth) => `applicant-${nth}`,
    message(reference, outcome) {
      const body = JSON.stringify({ type: 'applicantReviewed', applicantId: reference, reviewResult: results[outcome] })
      return { body, headers: { 'x-payload-digest-alg': 'HMAC_SHA256_HEX', 'x-payload-digest': hmac('hook', body) } }
    },
  }
}

function veriff(): Speaker {
  let number = 0
  const results = {
    good: { code: 9001, reasonCode: null },
    again: { code: 9103, reasonCode: 204 },
    end: { code: 9102, reasonCode: 102 },
    lapsed: { code: 9104, reasonCode: null },
  }
  return {
    env: (url) => ({ VERIFF_URL: url, VERIFF_API_KEY: 'key', VERIFF_SECRET: 'secret' }),
    responds: () => ({ json: { status: 'success', verification: { id: `session-${++number}` } } }),
    reference: (nth) => `session-${nth}`,
    message(reference, outcome) {
      const body = JSON.stringify({ status: 'success', verification: { id: reference, ...results[outcome] } })
      return { body, headers: { 'x-auth-client': 'key', 'x-hmac-signature': hmac('secret', body) } }
    },
  }
}

describe.each([
  ['Sumsub', sumsub, (path: string) => path.startsWith('/resources/applicants?')],
  ['Veriff', veriff, (path: string) => path === '/v1/sessions'],
] as const)('callbacks of %s, over real sockets', (_, speaker, opens) => {
  const speaks = speaker()
  let house: House
  let whole: WholeProduct
  let people: ReturnType<typeof identityPeople>
  let amy = ''
  let address = ''
  beforeAll(async () => {
    house = await providerServer(({ path }) => (opens(path) ? speaks.responds() : { json: { status: 'success' } }))
    whole = await wholeProduct(speaks.env(house.url))
    people = identityPeople(whole)
    amy = await people.signIn('amy')
    await whole.product.app.listen({ port: 0, host: '127.0.0.1' })
    address = `http://127.0.0.1:${(whole.product.app.server.address() as AddressInfo).port}/hooks/identity`
  })
  afterAll(async () => {
    await whole.close()
    await house.close()
  })

  const post = async (body: string, headers: Record<string, string>): Promise<number> =>
    (await fetch(address, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })).status
  const publish = (nth: number, outcome: Verdict['outcome']): Promise<number> => {
    const { body, headers } = speaks.message(speaks.reference(nth), outcome)
    return post(body, headers)
  }
  const status = async (): Promise<string> => (await people.own(amy)).status
  const notified = async (template: string): Promise<number> => {
    await whole.product.notices.idle()
    const { result } = await people.get('notification/list?cat=ACCOUNT', amy)
    return (result as { rows: { templateKey: string }[] }).rows.filter(({ templateKey }) => templateKey === template)
      .length
  }

  test('what is not signed, signed by another, or changed behind its signature decides nothing', async () => {
    expect((await people.send(await people.form(amy), amy)).code).toBe(200)
    // It comes before our own record of having sent the form: it is refused, sent again, and not lost.
    expect(await publish(1, 'good')).toBe(429)
    await whole.product.kyc.send()
    const { body, headers } = speaks.message(speaks.reference(1), 'good')
    const other = speaks.message(speaks.reference(2), 'good')
    for (const [sent, as] of [
      [body, {}],
      [body, other.headers],
      [`${body} `, headers],
      [body.replace(speaks.reference(1), speaks.reference(2)), headers],
      [body, Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replace(/.$/, 'g')]))],
    ] as const)
      expect(await post(sent, as as Record<string, string>)).toBe(401)
    expect(await post('x'.repeat(3_000_000), headers)).toBeGreaterThanOrEqual(400)
    expect(await status()).toBe('PENDING_REVIEW')
  })

  test('a verdict that comes ten times at once is done and notified once', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => publish(1, 'again')))
    expect(new Set(responses)).toEqual(new Set([200]))
    const { status: now, reasons } = await people.own(amy)
    // A word that ends it for good has no place among what can be corrected.
    expect([now, (reasons as { code: string }[]).map(({ code }) => code)]).toEqual(['RESUBMIT', ['FRONT_BLURRED']])
    expect(await notified('kyc.resubmit')).toBe(1)
  })

  test('what is late or about an earlier form leaves the form that waits alone', async () => {
    expect((await people.send(await people.form(amy), amy)).code).toBe(200)
    await whole.product.kyc.send()
    for (const outcome of ['good', 'end', 'again', 'lapsed'] as const) expect(await publish(1, outcome)).toBe(200)
    expect(await status()).toBe('PENDING_REVIEW')
    const kyc = await operatorPeople(whole.product.operators).signIn('sandbox-kyc')
    expect((await kyc.get('kyc/proposals')).result).toEqual([])

    // Our people decide first; the provider's later verdict on that form has no effect.
    const [{ id }] = (await kyc.get('kyc')).result.rows as [{ id: string }]
    await people.viewCase(kyc, id)
    expect((await kyc.post(`kyc/${id}/decide`, { verdict: 'VERIFIED', reasons: [], reason: 'clear' })).code).toBe(200)
    for (const outcome of ['again', 'end', 'lapsed', 'good'] as const) expect(await publish(2, outcome)).toBe(200)
    expect(await status()).toBe('VERIFIED')
    expect(await notified('kyc.verified')).toBe(1)
    expect((await kyc.get('kyc/proposals')).result).toEqual([])
  })
})
