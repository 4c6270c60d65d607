import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { providerServer } from '../../../../test/fakes/provider-server.ts'
import { identityPeople } from '../../../../test/fixtures/identity-customers.ts'
import { operatorPeople } from '../../../../test/fixtures/operators.ts'
import { wholeProduct, type WholeProduct } from '../../../../test/whole-product.ts'
import { identityDecision, type IdentityPerson } from '@evenhand/proofs/approval-payloads.ts'

const hmac = (secret: string, body: string | Buffer): string => createHmac('sha256', secret).update(body).digest('hex')
type House = Awaited<ReturnType<typeof providerServer>>

describe('with Sumsub', () => {
  let house: House
  let whole: WholeProduct
  let people: ReturnType<typeof identityPeople>
  let amy = ''
  let ben = ''
  let number = 0
  let isDown = false
  beforeAll(async () => {
    house = await providerServer(({ path }) => {
      if (isDown) return { status: 500, json: { description: 'who Amy is' } }
      return path.startsWith('/resources/applicants?') ? { json: { id: `applicant-${++number}` } } : { json: { ok: 1 } }
    })
    whole = await wholeProduct({
      SUMSUB_URL: house.url,
      SUMSUB_APP_TOKEN: 'token',
      SUMSUB_SECRET_KEY: 'secret',
      SUMSUB_WEBHOOK_SECRET: 'hook',
      SUMSUB_LEVEL: 'basic level',
    })
    people = identityPeople(whole)
    ;[amy, ben] = [await people.signIn('amy'), await people.signIn('ben')]
  })
  afterAll(async () => {
    await whole.close()
    await house.close()
  })
  const hook = async (reference: string, reviewResult: object, secret = 'hook'): Promise<number> => {
    const payload = JSON.stringify({ type: 'applicantReviewed', applicantId: reference, reviewResult })
    const headers = {
      'content-type': 'application/json',
      'x-payload-digest-alg': 'HMAC_SHA256_HEX',
      'x-payload-digest': hmac(secret, payload),
    }
    return (await whole.product.app.inject({ method: 'POST', url: '/hooks/identity', headers, payload })).statusCode
  }

  test('a form is sent with signed calls and its pictures, once, and again while the provider is away', async () => {
    isDown = true
    expect((await people.send(await people.form(amy, { docType: 'ID_CARD' }), amy)).code).toBe(200)
    await whole.product.kyc.send()
    isDown = false
    house.requested.length = 0
    // It rests for ten minutes, so that others are not behind it.
    await whole.product.kyc.send()
    expect(house.requested).toEqual([])
    await people.advance(601_000)
    await whole.product.kyc.send()
    await whole.product.kyc.send()
    expect(house.requested.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /resources/applicants?levelName=basic%20level',
      ...Array<string>(3).fill('POST /resources/applicants/applicant-1/info/idDoc'),
      'POST /resources/applicants/applicant-1/status/pending',
    ])
    for (const { method, path, headers, body } of house.requested) {
      const signed = Buffer.concat([Buffer.from(`${String(headers['x-app-access-ts'])}${method}${path}`), body])
      expect(headers).toMatchObject({ 'x-app-token': 'token', 'x-app-access-sig': hmac('secret', signed) })
    }
    expect(JSON.parse(house.requested[0]?.body.toString() ?? '')).toMatchObject({
      fixedInfo: { country: 'SGP', dob: '1990-02-28' },
    })
    const documents = house.requested.slice(1, 4).map(({ body }) => body)
    for (const [index, word] of ['FRONT_SIDE', 'BACK_SIDE', 'SELFIE'].entries()) {
      expect(documents[index]?.includes(word)).toBe(true)
      expect(documents[index]?.includes(Buffer.from('ffd8ff', 'hex'))).toBe(true)
    }
    const customerId = await people.customerIdOf(amy)
    expect(
      await whole.database.asOwner('select distinct reason from files.views where customer_id = $1', [customerId]),
    ).toEqual([{ reason: 'sent to sumsub' }])
  })

  test('its verdict is done once, and a forged one never', async () => {
    expect(await hook('applicant-1', { reviewAnswer: 'GREEN' }, 'guess')).toBe(401)
    expect((await people.own(amy)).status).toBe('PENDING_REVIEW')
    const retry = {
      reviewAnswer: 'RED',
      reviewRejectType: 'RETRY',
      rejectLabels: ['LOW_QUALITY'],
      moderationComment: 'More \u202elight.',
    }
    expect(await hook('applicant-1', retry)).toBe(200)
    expect(await people.own(amy)).toMatchObject({
      status: 'RESUBMIT',
      reasons: [{ field: 'frontFileId', code: 'FRONT_BLURRED', text: 'More light.' }],
    })
    expect(await hook('applicant-1', { reviewAnswer: 'GREEN' })).toBe(200)
    expect((await people.own(amy)).status).toBe('RESUBMIT')
    expect(await hook('nobody', { reviewAnswer: 'GREEN' })).toBe(429)
    expect((await people.send(await people.form(amy), amy)).code).toBe(200)
    await whole.product.kyc.send()
    expect(await hook('applicant-2', { reviewAnswer: 'GREEN' })).toBe(200)
    expect((await people.own(amy)).status).toBe('VERIFIED')
  })

  test('it cannot verify a second customer by one document, nor end anything without a person', async () => {
    expect((await people.send(await people.form(ben), ben)).code).toBe(200)
    await whole.product.kyc.send()
    expect(await hook('applicant-3', { reviewAnswer: 'GREEN' })).toBe(200)
    expect((await people.own(ben)).status).toBe('PENDING_REVIEW')
    const final = { reviewAnswer: 'RED', reviewRejectType: 'FINAL', rejectLabels: ['DUPLICATE'] }
    expect(await hook('applicant-3', { ...final, rejectLabels: ['WRONG_USER_REGION'] })).toBe(200)
    expect(await hook('applicant-3', final)).toBe(200)
    expect(await hook('applicant-3', final)).toBe(200)
    expect((await people.own(ben)).status).toBe('PENDING_REVIEW')
    const kyc = await operatorPeople(whole.product.operators).signIn('sandbox-kyc')
    const [proposal] = (await kyc.get('kyc/proposals')).result as {
      id: string
      identificationId: string
      reason: string
    }[]
    expect(proposal).toMatchObject({ provider: 'sumsub', proposerId: null, code: 'DUPLICATE_IDENTITY' })
    const { result: seen } = await kyc.post(`kyc/${proposal?.identificationId ?? ''}/view`, { reason: 'a second look' })
    expect(seen).toMatchObject({
      provider: {
        name: 'sumsub',
        reference: 'applicant-3',
        verdict: 'REJECTED_FINAL',
        reasons: [{ code: 'DUPLICATE_IDENTITY' }],
      },
    })
    const payload = identityDecision(
      {
        id: proposal?.id ?? '',
        identificationId: proposal?.identificationId ?? '',
        kind: 'REJECT_FINAL',
        code: 'DUPLICATE_IDENTITY',
        reason: proposal?.reason ?? '',
      },
      (seen as { stated: IdentityPerson }).stated,
    )
    const word = { outcome: 'APPROVED', reason: 'two accounts of one person', assertion: await kyc.sign(payload) }
    expect(await kyc.post(`kyc/proposals/${proposal?.id ?? ''}/decide`, word)).toMatchObject({
      result: { status: 'REJECTED_FINAL' },
    })
    expect((await people.own(ben)).status).toBe('REJECTED_FINAL')
  })
})

test('with Veriff a session is opened, filled and sent, and what lapses there stays with our people', async () => {
  const house = await providerServer(({ path }) =>
    path === '/v1/sessions'
      ? { json: { status: 'success', verification: { id: 'session-1', url: 'https://veriff.example/v' } } }
      : { json: { status: 'success' } },
  )
  const whole = await wholeProduct({ VERIFF_URL: house.url, VERIFF_API_KEY: 'key', VERIFF_SECRET: 'secret' })
  const people = identityPeople(whole)
  const amy = await people.signIn('amy')
  expect((await people.send(await people.form(amy), amy)).code).toBe(200)
  await whole.product.kyc.send()
  expect(house.requested.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /v1/sessions',
    'POST /v1/sessions/session-1/media',
    'POST /v1/sessions/session-1/media',
    'PATCH /v1/sessions/session-1',
  ])
  for (const { headers, body } of house.requested)
    expect(headers).toMatchObject({ 'x-auth-client': 'key', 'x-hmac-signature': hmac('secret', body) })
  const hook = async (code: number, reasonCode: number | null = null): Promise<number> => {
    const payload = JSON.stringify({ status: 'success', verification: { id: 'session-1', code, reasonCode } })
    const headers = {
      'content-type': 'application/json',
      'x-auth-client': 'key',
      'x-hmac-signature': hmac('secret', payload),
    }
    return (await whole.product.app.inject({ method: 'POST', url: '/hooks/identity', headers, payload })).statusCode
  }
  for (const [code, reasonCode] of [
    [9104, null],
    [9121, null],
    [9103, 999],
    [9102, 103],
  ] as const) {
    expect(await hook(code, reasonCode)).toBe(200)
    expect((await people.own(amy)).status).toBe('PENDING_REVIEW')
  }
  expect(await hook(9001)).toBe(200)
  expect((await people.own(amy)).status).toBe('VERIFIED')
  await whole.close()
  await house.close()
})

test('without a provider no request is sent, and its webhook does not exist', async () => {
  const whole = await wholeProduct()
  await whole.product.kyc.send()
  const response = await whole.product.app.inject({ method: 'POST', url: '/hooks/identity', payload: '{}' })
  expect(response.statusCode).toBe(401)
  await whole.close()
})
