import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityPeople } from '../../../test/fixtures/identity-customers.ts'
import { operatorPeople, type OperatorPage } from '../../../test/fixtures/operators.ts'
import { publishedNotices, rolledBackAtCommit } from '../../../test/fixtures/published-notices.ts'
import { wholeProduct, type WholeProduct } from '../../../test/whole-product.ts'
import { identityDecision } from '@evenhand/proofs/approval-payloads.ts'

let whole: WholeProduct
let people: ReturnType<typeof identityPeople>
let kyc: OperatorPage
let kyc2: OperatorPage
let amy = ''
let ben = ''
const hours = 3_600_000
const note = 'as the guide requires'

beforeAll(async () => {
  whole = await wholeProduct()
  people = identityPeople(whole)
  const at = operatorPeople(whole.product.operators)
  ;[amy, ben] = [await people.signIn('amy'), await people.signIn('ben')]
  ;[kyc, kyc2] = [await at.signIn('sandbox-kyc'), await at.signIn('sandbox-kyc-2')]
})
afterAll(() => whole.close())

const waitingOf = async (token: string): Promise<{ id: string } & Record<string, unknown>> => {
  const customerId = await people.customerIdOf(token)
  const { rows } = (await kyc.get('kyc?page=1&size=100')).result as { rows: { id: string; customerId: string }[] }
  return rows.find((row) => row.customerId === customerId) ?? { id: '' }
}
const decide = (id: string, body: object, page = kyc) =>
  page.post(`kyc/${id}/decide`, { reason: note, reasons: [], ...body })
const notified = async (token: string): Promise<string[]> => {
  await whole.product.notices.idle()
  const { result } = await people.get('notification/list?cat=ACCOUNT', token)
  return (result as { rows: { templateKey: string }[] }).rows.map(({ templateKey }) => templateKey)
}

test('a form is reviewed with a clock, corrected with reasons by field, and verified; the country follows', async () => {
  const names = { firstName: 'สมชาย', lastName: 'O’Brien-Łukasz 王' }
  const published = (template: string) => publishedNotices(whole.database, { template })
  await rolledBackAtCommit(whole.database, async () => {
    expect((await people.send(await people.form(amy, names), amy)).code).toBe(10092)
  })
  expect(await published('kyc.submitted')).toEqual([])
  const sent = await people.send(await people.form(amy, names), amy)
  expect(sent).toMatchObject({
    code: 200,
    notice: 20001,
    result: { status: 'PENDING_REVIEW', attemptsLeft: 4, attempt: 1 },
  })
  const { submittedAt, dueAt } = sent.result as { submittedAt: number; dueAt: number }
  expect(dueAt - submittedAt).toBe(48 * hours)
  expect(await people.send(await people.form(amy), amy)).toMatchObject({
    code: 10019,
    params: { status: 'PENDING_REVIEW' },
  })
  const { id, ...row } = await waitingOf(amy)
  expect(row).toMatchObject({ username: 'amy', docType: 'PASSPORT', overdue: false, duplicates: 0 })
  expect(JSON.stringify(row)).not.toContain('สมชาย')

  await people.advance(49 * hours)
  amy = await people.signIn('amy')
  expect(await people.own(amy)).toMatchObject({ status: 'PENDING_REVIEW', escalated: true })
  kyc = await operatorPeople(whole.product.operators).signIn('sandbox-kyc')
  expect(await waitingOf(amy)).toMatchObject({ overdue: true })

  const reasons = [{ field: 'frontFileId', code: 'FRONT_BLURRED' }]
  const [final, unknown] = [
    { field: 'docNumber', code: 'SANCTIONS' },
    { field: 'frontFileId', code: 'UGLY' },
  ]
  const turned = { ...reasons[0], text: 'the \u202edaer eb tonnac rebmun' }
  for (const wrong of [[], [final], [unknown], [turned]])
    expect((await decide(id, { verdict: 'RESUBMIT', reasons: wrong })).code).toBe(40020)
  expect((await decide(id, { verdict: 'VERIFIED', reasons })).code).toBe(40020)
  expect(await decide(id, { verdict: 'RESUBMIT', reasons })).toMatchObject({
    code: 200,
    result: { status: 'RESUBMIT' },
  })
  expect((await decide(id, { verdict: 'VERIFIED' })).code).toBe(10019)
  expect(await people.own(amy)).toMatchObject({
    status: 'RESUBMIT',
    reasons,
    attemptsLeft: 4,
    last: { ...names, docNumberEnd: '67P' },
  })

  // The number was not refused: it stays encrypted where it is, and is not typed again.
  const kept = { docNumber: '', ...names, country: 'TH' }
  expect(await people.send(await people.form(amy, { ...kept, docType: 'ID_CARD' }), amy)).toMatchObject({
    code: 40020,
    params: { fields: [{ field: 'docNumber', reason: 'missing' }] },
  })
  expect((await people.send(await people.form(amy, kept), amy)).result).toMatchObject({
    attempt: 2,
    last: { docNumberEnd: '67P', country: 'TH' },
  })
  const again = await waitingOf(amy)
  await people.viewCase(kyc, again.id)
  await rolledBackAtCommit(whole.database, async () => {
    expect((await decide(again.id, { verdict: 'VERIFIED' })).code).toBe(10092)
  })
  expect(await published('kyc.verified')).toEqual([])
  expect(await decide(again.id, { verdict: 'VERIFIED' })).toMatchObject({ result: { status: 'VERIFIED' } })
  expect((await people.post('user/getUserInfo', {}, amy)).result).toMatchObject({
    kycStatus: 'VERIFIED',
    tier: 'VERIFIED',
    // It begins here, and there is none before.
    creditScore: 600,
    country: 'TH',
    birthDate: '1990-02-28',
  })
  expect((await people.post('user/getUserInfo', {}, ben)).result).not.toHaveProperty('birthDate')
  expect((await people.post('user/getUserInfo', {}, ben)).result).toMatchObject({ creditScore: null })
  expect((await whole.product.auth.findSession(amy))?.country).toBe('TH')
  expect(await whole.product.kyc.kycStatus(await people.customerIdOf(amy))).toMatchObject({
    verified: true,
    birthDate: '1990-02-28',
    documentHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
  })
  expect(await people.send(await people.form(amy), amy)).toMatchObject({ code: 10019, params: { status: 'VERIFIED' } })
  expect((await notified(amy)).filter((name) => name.startsWith('kyc'))).toEqual([
    'kyc.verified',
    'kyc.submitted',
    'kyc.resubmit',
    'kyc.submitted',
  ])
})

test('one document verifies one customer, however its number is written', async () => {
  const form = await people.form(ben, { docNumber: 'ｅ 123-4567 p', country: 'TH', firstName: 'Ben' })
  expect((await people.send(form, ben)).code).toBe(200)
  const row = await waitingOf(ben)
  expect(row).toMatchObject({ duplicates: 1 })
  await people.viewCase(kyc, row.id)
  expect(await decide(row.id, { verdict: 'VERIFIED' })).toMatchObject({
    code: 10019,
    params: { reason: 'DUPLICATE_IDENTITY' },
  })
  const viewed = await kyc.post(`kyc/${row.id}/view`, { reason: note })
  expect(viewed.result).toMatchObject({
    stated: { docNumber: 'ｅ 123-4567 p', firstName: 'Ben' },
    pictures: ['front', 'holding'],
    others: [{ username: 'amy', status: 'VERIFIED' }],
  })
})

const benStated = {
  firstName: 'Ben',
  lastName: 'Tan',
  docType: 'PASSPORT',
  country: 'TH',
  docNumber: 'ｅ 123-4567 p',
}

test('an end for good takes two persons and a passkey, and so does an appeal against it', async () => {
  kyc2 = await operatorPeople(whole.product.operators).signIn('sandbox-kyc-2')
  const { id } = await waitingOf(ben)
  const wish = { kind: 'REJECT_FINAL', code: 'DUPLICATE_IDENTITY', reason: 'the passport is amy’s' }
  expect((await kyc.post(`kyc/${id}/propose`, { kind: 'REJECT_FINAL', reason: note })).code).toBe(40020)
  const proposed = await kyc.post(`kyc/${id}/propose`, wish)
  expect(proposed).toMatchObject({ code: 200, result: { kind: 'REJECT_FINAL', proposerId: kyc.id } })
  expect((await kyc.post(`kyc/${id}/propose`, wish)).code).toBe(10019)
  expect((await decide(id, { verdict: 'VERIFIED' })).code).toBe(10019)
  const { id: proposalId } = proposed.result as { id: string }
  const proposal = { id: proposalId, identificationId: id, ...wish }
  const payload = identityDecision(proposal, benStated)
  // Another person or another document is another payload.
  const elsewhere = identityDecision(proposal, { ...benStated, docNumber: 'E1234567P' })
  const word = (assertion?: object) => ({ outcome: 'APPROVED', reason: note, ...(assertion && { assertion }) })
  const path = `kyc/proposals/${proposalId}/decide`
  expect((await kyc.post(path, word(await kyc.sign(payload)))).code).toBe(40033)
  expect((await kyc2.post(path, word())).code).toBe(40036)
  expect((await kyc2.post(path, word(await kyc.sign(payload)))).code).toBe(40036)
  expect((await kyc2.post(path, word(await kyc2.sign(elsewhere)))).code).toBe(40036)
  const other = { ...payload, fields: [...payload.fields, ['more', ''] as const] }
  expect((await kyc2.post(path, word(await kyc2.sign(other)))).code).toBe(40036)
  expect((await people.own(ben)).status).toBe('PENDING_REVIEW')
  expect(await kyc2.post(path, word(await kyc2.sign(payload)))).toMatchObject({ result: { status: 'REJECTED_FINAL' } })
  expect(await people.own(ben)).toMatchObject({
    status: 'REJECTED_FINAL',
    attemptsLeft: 0,
    reasons: [{ code: 'DUPLICATE_IDENTITY' }],
  })
  expect(await people.send(await people.form(ben), ben)).toMatchObject({ code: 10019 })

  const appeal = await kyc2.post(`kyc/${id}/propose`, { kind: 'APPEAL', reason: 'twins with one scan' })
  expect(await kyc2.post(`kyc/proposals/${String(appeal.result.id)}/decide`, word())).toMatchObject({ code: 40033 })
  const { rows } = { rows: (await kyc.get('kyc/proposals')).result as { id: string; kind: string }[] }
  expect(rows).toMatchObject([{ id: appeal.result.id as string, kind: 'APPEAL' }])
  const appealed = identityDecision({ ...proposalOf(appeal.result), identificationId: id }, benStated)
  const granted = await kyc.post(`kyc/proposals/${String(appeal.result.id)}/decide`, word(await kyc.sign(appealed)))
  expect(granted).toMatchObject({ result: { status: 'PENDING_REVIEW' } })
  expect((await people.own(ben)).dueAt).toBeGreaterThan(0)
})

test('an operator who has not opened each of the pictures since the review began cannot verify', async () => {
  const { id } = await waitingOf(ben)
  const unseen = { code: 10019, params: { status: 'PENDING_REVIEW', reason: 'PICTURES_NOT_OPENED' } }
  // Each has opened them before the appeal, or some of them after it.
  expect(await decide(id, { verdict: 'VERIFIED' })).toMatchObject(unseen)
  await kyc.post(`kyc/${id}/picture`, { picture: 'front', reason: note })
  expect(await decide(id, { verdict: 'VERIFIED' })).toMatchObject(unseen)
  await people.viewCase(kyc, id)
  expect(await decide(id, { verdict: 'VERIFIED' }, kyc2)).toMatchObject(unseen)
  // Now only the document is in the way, which is another customer's.
  expect((await decide(id, { verdict: 'VERIFIED' })).params).toMatchObject({ reason: 'DUPLICATE_IDENTITY' })
})

const proposalOf = (seen: { id: string; reason: string }): Parameters<typeof identityDecision>[0] => ({
  id: seen.id,
  identificationId: '',
  kind: 'APPEAL',
  code: undefined,
  reason: seen.reason,
})

test('the database itself refuses what skips a step or a person', async () => {
  const { id } = await waitingOf(ben)
  const as = (text: string): Promise<unknown> => whole.database.asOwner(text, [id])
  await expect(as(`update kyc.identifications set status = 'REJECTED_FINAL' where id = $1`)).rejects.toThrow(
    'two persons',
  )
  await expect(as(`update kyc.identifications set status = 'EXPIRED' where id = $1`)).rejects.toThrow('does not go')
  await expect(as(`update kyc.identifications set country = 'US' where id = $1`)).rejects.toThrow('stays as it was')
  await expect(as(`update kyc.proposals set approver = proposer where identification_id = $1`)).rejects.toThrow()
  await expect(
    whole.database.pools.api
      .updateTable('kyc.identifications')
      .set({ status: 'VERIFIED' })
      .where('id', '=', id)
      .execute(),
  ).rejects.toThrow('permission denied')
})

test('five forms at most, then support; two sent at once are one', async () => {
  let last = ''
  for (let attempt = 1; attempt <= 5; attempt++) {
    const waiting = await waitingOf(ben)
    last = waiting.id
    const reasons = [{ field: 'holdingFileId', code: 'HOLDING_MISSING' }]
    expect((await decide(waiting.id, { verdict: 'RESUBMIT', reasons })).code).toBe(200)
    if (attempt === 5) break
    const form = await people.form(ben, { docNumber: `B${attempt}00` })
    const codes = (await Promise.all([people.send(form, ben), people.send(form, ben), people.send(form, ben)])).map(
      ({ code }) => code,
    )
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, 10019, 10019])
  }
  expect(last).not.toBe('')
  expect(await people.own(ben)).toMatchObject({ status: 'RESUBMIT', attemptsLeft: 0 })
  expect(await people.send(await people.form(ben), ben)).toMatchObject({ code: 10019, params: { attemptsLeft: 0 } })
})

test('the export has what was stated, and a document that ends ends the verification', async () => {
  expect((await people.post('user/proof', { password: 'amy-tries-things' }, amy)).code).toBe(200)
  const tables: Record<string, { stated?: { firstName: string } }[]> = {}
  let after: string | null = null
  do {
    const { result } = await people.post('user/export', after === null ? {} : { after }, amy)
    Object.assign(tables, (result as { tables: object }).tables)
    after = (result as { next: string | null }).next
  } while (after !== null)
  expect(tables['kyc.identifications']?.map(({ stated }) => stated?.firstName)).toEqual(['สมชาย', 'สมชาย'])
  const customerId = await people.customerIdOf(amy)
  await whole.database.asOwner('alter table kyc.identifications disable trigger moves_as_it_may')
  const ends = (days: number) =>
    whole.database.asOwner(
      `update kyc.identifications set doc_expiry = to_timestamp($2 / 1000.0)::date + $3::int where customer_id = $1`,
      [customerId, whole.product.kyc.deps.clock.now(), days],
    )
  await ends(20)
  await rolledBackAtCommit(whole.database, async () => {
    await expect(whole.product.kyc.runOnce()).rejects.toThrow('rolled back at commit')
  })
  await whole.product.kyc.runOnce()
  await whole.product.kyc.runOnce()
  expect((await notified(amy)).filter((name) => name === 'kyc.expiring')).toHaveLength(1)
  expect((await people.own(amy)).status).toBe('VERIFIED')
  await ends(-1)
  await whole.database.asOwner('alter table kyc.identifications enable trigger moves_as_it_may')
  await whole.product.kyc.runOnce()
  expect(await people.own(amy)).toMatchObject({ status: 'EXPIRED', attemptsLeft: 5 })
  expect((await people.post('user/getUserInfo', {}, amy)).result).toMatchObject({
    kycStatus: 'EXPIRED',
    tier: 'BASIC',
    country: 'TH',
    birthDate: '1990-02-28',
  })
  expect((await people.send(await people.form(amy), amy)).result).toMatchObject({
    status: 'PENDING_REVIEW',
    attempt: 1,
  })
})
