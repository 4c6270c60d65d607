import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Received } from './identity-check.ts'
import { sumsub } from './sumsub.ts'
import { veriff } from './veriff.ts'

const hmac = (algorithm: string, secret: string, body: string): string =>
  createHmac(algorithm, secret).update(body).digest('hex')

describe('Sumsub', () => {
  const settings = { url: 'http://127.0.0.1:1', appToken: 't', secretKey: 's', webhookSecret: 'w', level: 'basic' }
  const { onMessage } = sumsub({ ...settings, now: () => 0 })
  const reviewed = (reviewResult: object, more: object = {}): string =>
    JSON.stringify({
      applicantId: '5cb56e8e0a975a35f333cb83',
      inspectionId: '5cb56e8e0a975a35f333cb84',
      correlationId: 'req-a260b669-4f14-4bb5-a4c5-ac0218acb9a4',
      externalUserId: '01900000-0000-7000-8000-000000000001',
      levelName: 'basic',
      type: 'applicantReviewed',
      reviewStatus: 'completed',
      createdAtMs: '2020-02-21 13:23:19.321',
      reviewResult,
      ...more,
    })
  const signed = (body: string, given = hmac('sha256', 'w', body), algorithm = 'HMAC_SHA256_HEX'): Received =>
    onMessage({ headers: { 'x-payload-digest': given, 'x-payload-digest-alg': algorithm }, body: Buffer.from(body) })
  const reference = '5cb56e8e0a975a35f333cb83'

  test.each([
    [{ reviewAnswer: 'GREEN' }, 'VERIFIED', []],
    [
      { reviewAnswer: 'RED', reviewRejectType: 'RETRY', rejectLabels: ['LOW_QUALITY', 'SELFIE_MISMATCH'] },
      'RESUBMIT',
      ['FRONT_BLURRED', 'FACE_MISMATCH'],
    ],
    [{ reviewAnswer: 'RED', reviewRejectType: 'RETRY', rejectLabels: ['NEW_LABEL'] }, 'RESUBMIT', []],
    [
      { reviewAnswer: 'RED', reviewRejectType: 'FINAL', rejectLabels: ['FORGERY'] },
      'REJECTED_FINAL',
      ['TAMPERING_SUSPECTED'],
    ],
    [
      { reviewAnswer: 'RED', reviewRejectType: 'FINAL', rejectLabels: ['DUPLICATE'] },
      'REJECTED_FINAL',
      ['DUPLICATE_IDENTITY'],
    ],
  ])('%j is %s', (result, outcome, codes) => {
    const received = signed(reviewed(result))
    expect(received).toMatchObject({ reference, outcome })
    expect((received as { reasons: { code: string }[] }).reasons.map(({ code }) => code)).toEqual(codes)
  })

  test('its words to the customer come along, and its words to us do not', () => {
    const received = signed(
      reviewed({
        reviewAnswer: 'RED',
        reviewRejectType: 'RETRY',
        rejectLabels: ['LOW_QUALITY'],
        moderationComment: 'Please take the photo in better light.',
        clientComment: 'Screen glare; suspicious.',
      }),
    )
    expect(received).toMatchObject({
      reasons: [{ field: 'frontFileId', text: 'Please take the photo in better light.' }],
    })
    expect(JSON.stringify(received)).not.toContain('suspicious')
  })

  test('what is not signed by it is not accepted, and other news is none', () => {
    const body = reviewed({ reviewAnswer: 'GREEN' })
    expect(signed(body, hmac('sha512', 'w', body), 'HMAC_SHA512_HEX')).toMatchObject({ outcome: 'VERIFIED' })
    for (const [given, algorithm] of [
      [hmac('sha256', 'other', body), 'HMAC_SHA256_HEX'],
      [hmac('sha1', 'w', body), 'HMAC_SHA1_HEX'],
      ['', 'HMAC_SHA256_HEX'],
      [hmac('sha256', 'w', body), 'none'],
      [hmac('sha256', 'w', `${body} `), 'HMAC_SHA256_HEX'],
    ] as const)
      expect(signed(body, given, algorithm)).toBe('forged')
    expect(signed(reviewed({ reviewAnswer: 'GREEN' }, { type: 'applicantPending' }))).toBe('nothing')
    expect(signed('[]')).toBe('nothing')
    expect(signed('{')).toBe('nothing')
  })
})

describe('Veriff', () => {
  const { onMessage } = veriff({ url: 'http://127.0.0.1:1', apiKey: 'key', secret: 'secret' })
  const decision = (code: number, reasonCode: number | null = null): string =>
    JSON.stringify({
      status: 'success',
      verification: {
        id: 'f04bdb47-d3be-4b28-b028-a652feb060b5',
        code,
        status: 'declined',
        reason: null,
        reasonCode,
        attemptId: 'a0a2b8b9-3a8e-4b8e-9b5c-0a2b8b93a8e0',
        vendorData: '01900000-0000-7000-8000-000000000001',
        person: { firstName: 'AMY' },
        document: { type: 'PASSPORT', country: 'SG' },
        decisionTime: '2019-11-06T07:19:00.000Z',
      },
      technicalData: { ip: '186.153.67.122' },
    })
  const signed = (body: string, headers: Record<string, string> = {}): Received =>
    onMessage({
      headers: { 'x-auth-client': 'key', 'x-hmac-signature': hmac('sha256', 'secret', body), ...headers },
      body: Buffer.from(body),
    })

  test.each([
    [9001, null, 'VERIFIED', []],
    [9103, 204, 'RESUBMIT', ['FRONT_BLURRED']],
    [9103, 104, 'RESUBMIT', ['NAME_MISMATCH']],
    [9103, 999, 'RESUBMIT', []],
    [9102, 102, 'REJECTED_FINAL', ['TAMPERING_SUSPECTED']],
    [9102, 103, 'REJECTED_FINAL', ['FACE_MISMATCH']],
    [9102, 110, 'REJECTED_FINAL', ['DUPLICATE_IDENTITY']],
    [9104, null, 'LAPSED', []],
  ])('%i with %s is %s', (code, reasonCode, outcome, codes) => {
    const received = signed(decision(code, reasonCode))
    expect(received).toMatchObject({ reference: 'f04bdb47-d3be-4b28-b028-a652feb060b5', outcome })
    expect((received as { reasons: { code: string }[] }).reasons.map((one) => one.code)).toEqual(codes)
  })

  test('what is not signed by it is not accepted, and a review that goes on is none', () => {
    const body = decision(9001)
    expect(signed(body, { 'x-hmac-signature': hmac('sha256', 'other', body) })).toBe('forged')
    expect(signed(body, { 'x-hmac-signature': '' })).toBe('forged')
    expect(signed(body, { 'x-auth-client': 'another' })).toBe('forged')
    expect(signed(decision(9121))).toBe('nothing')
    expect(signed('{}')).toBe('nothing')
  })
})
