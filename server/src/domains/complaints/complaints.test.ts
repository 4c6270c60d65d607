import { randomUUID } from 'node:crypto'
import { luhnDigit, maxOpenComplaints } from '@evenhand/protocol/complaints.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { identityPeople } from '../../../test/fixtures/identity-customers.ts'
import { operatorPeople, type OperatorPage } from '../../../test/fixtures/operators.ts'
import { wholeProduct, type WholeProduct } from '../../../test/whole-product.ts'
import { dueAfter, noOf, noText, numbered } from './complaints.rules.ts'

let whole: WholeProduct
let people: ReturnType<typeof identityPeople>
let at: ReturnType<typeof operatorPeople>
let support: OperatorPage
let risk: OperatorPage
let auditor: OperatorPage
let kyc: OperatorPage
let amy = ''
let ben = ''
const text = 'The decision about my money was wrong, and nobody told me why.'
const reason = 'looked at all of it'

beforeAll(async () => {
  whole = await wholeProduct()
  people = identityPeople(whole)
  at = operatorPeople(whole.product.operators)
  amy = await people.signIn('amy')
  ben = await people.signIn('ben')
  support = await at.signIn('sandbox-support')
  risk = await at.signIn('sandbox-risk')
  auditor = await at.signIn('sandbox-auditor')
  kyc = await at.signIn('sandbox-kyc')
})
afterAll(() => whole.close())

const complain = (body: object, token = amy) => people.post('complaint', { kind: 'other', text, ...body }, token)
const close = (no: string, as: string, token = amy) => people.post(`complaint/${no}/close`, { as }, token)
const act = (page: OperatorPage, id: string, what: string, body: object = {}) =>
  at.post(`/swx/admin/complaints/${id}/${what}`, body, page.headers)
const answered = { finding: 'UPHELD', answer: 'You are right. The decision was mended today.', reason }
const noticesOf = async (token: string, no: string): Promise<string[]> => {
  await whole.product.notices.idle()
  const { result } = await people.get('notification/list?cat=LEGAL', token)
  return (result.rows as { templateKey: string; params: { no: string } }[])
    .filter(({ params }) => params.no === no)
    .map(({ templateKey }) => templateKey)
    .toReversed()
}

describe('the number and the clock', () => {
  it('finds a number that was misheard', () => {
    const no = noText(numbered(100_007n))
    expect(noOf(no)).toBe(numbered(100_007n))
    const misheard = `${no.slice(0, 4)}${no[4] === '9' ? '5' : '9'}${no.slice(5)}`
    expect(noOf(misheard)).toBeUndefined()
    // The textbook's example of Luhn's rule.
    expect(luhnDigit('7992739871')).toBe(3)
  })

  it('counts fifteen days from Monday to Friday after that of the complaint', () => {
    const ten = (day: string): number => Date.parse(`${day}T10:00:00Z`)
    expect(dueAfter(ten('2026-11-18'))).toBe(Date.parse('2026-12-09T23:59:59.999Z'))
    expect(dueAfter(ten('2026-11-21'))).toBe(Date.parse('2026-12-11T23:59:59.999Z'))
    expect(dueAfter(ten('2026-11-22'))).toBe(Date.parse('2026-12-11T23:59:59.999Z'))
  })
})

describe('a complaint', () => {
  it('goes its way to an answer and its end, and the customer is notified of each step', async () => {
    const made = await complain({ kind: 'account' })
    expect(made).toMatchObject({ code: 200, notice: 20001, result: { status: 'RECEIVED', kind: 'account', text } })
    const { id, no, dueAt, receivedAt } = made.result
    expect(dueAt).toBe(dueAfter(receivedAt))
    expect((await act(support, id, 'answer', answered)).code).toBe(40039)
    expect((await close(no, 'ACCEPTED')).code).toBe(40039)
    expect((await act(support, id, 'take')).result).toMatchObject({
      status: 'INVESTIGATING',
      takenBy: 'sandbox-support',
    })
    expect((await act(risk, id, 'take')).code).toBe(40039)
    expect((await close(no, 'ESCALATED')).code).toBe(40039)
    expect((await act(risk, id, 'answer', answered)).result).toMatchObject({ status: 'ANSWERED', finding: 'UPHELD' })
    const { result } = await people.get(`complaint/${no}`, amy)
    expect(result).toMatchObject({ status: 'ANSWERED', finding: 'UPHELD', answer: answered.answer })
    expect(JSON.stringify(result)).not.toContain('sandbox-')
    expect((await close(no, 'ACCEPTED')).result).toMatchObject({ status: 'ACCEPTED' })
    expect((await close(no, 'ACCEPTED')).result).toMatchObject({ status: 'ACCEPTED' })
    expect((await close(no, 'ESCALATED')).code).toBe(40039)
    const { steps } = (await people.get(`complaint/${no}`, amy)).result as { steps: { status: string }[] }
    expect(steps.map(({ status }) => status)).toEqual(['RECEIVED', 'INVESTIGATING', 'ANSWERED', 'ACCEPTED'])
    expect(await noticesOf(amy, no)).toEqual(['complaint.received', 'complaint.answered'])
  })

  it('may be taken outside, which the customer is notified about too', async () => {
    const { id, no } = (await complain({})).result
    await act(support, id, 'take')
    await act(support, id, 'answer', { ...answered, finding: 'NOT_UPHELD' })
    expect((await close(no, 'ESCALATED')).result).toMatchObject({ status: 'ESCALATED' })
    expect(await noticesOf(amy, no)).toEqual(['complaint.received', 'complaint.answered', 'complaint.escalated'])
  })

  it('is answered once, however many operators answer at once', async () => {
    const { id, no } = (await complain({})).result
    const took = await Promise.all([act(support, id, 'take'), act(risk, id, 'take')])
    expect(took.map(({ code }) => code).toSorted()).toEqual([200, 40039])
    const responses = await Promise.all(
      [support, risk, support, risk].map((page, index) =>
        act(page, id, 'answer', { ...answered, answer: `This is answer number ${index}.` }),
      ),
    )
    expect(responses.map(({ code }) => code).toSorted()).toEqual([200, 40039, 40039, 40039])
    const winner = responses.findIndex(({ code }) => code === 200)
    expect((await people.get(`complaint/${no}`, amy)).result.answer).toBe(`This is answer number ${winner}.`)
    const entries = (await whole.database.asOwner(
      'select act from operators.audit_entries where subject = $1 order by seq',
      [`complaint:${id}`],
    )) as { act: string }[]
    expect(entries.map((one) => one.act)).toEqual(['complaint.take', 'complaint.answer'])
  })

  it('is about something of its customer’s, and found by no other customer', async () => {
    const order = await whole.product.app.inject({
      method: 'POST',
      url: '/swx/customer/order/buyOptions',
      headers: { authorization: amy, virtually: 'YES', 'content-type': 'application/json' },
      payload: JSON.stringify({ code: 'BTCUSDT', direction: 'UP', limitTime: 300, amount: '5' }),
    })
    const subjectId = order.json<{ result: { orderId: string } }>().result.orderId
    const { id, no, subjectNo } = (await complain({ kind: 'order', subjectId })).result
    expect(subjectNo).toMatch(/^EH\d+$/)
    expect((await complain({ kind: 'order', subjectId }, ben)).code).toBe(40039)
    for (const kind of ['withdrawal', 'deposit', 'order', 'identification'])
      expect((await complain({ kind, subjectId: randomUUID() })).code).toBe(40039)
    expect((await complain({ kind: 'identification' }, ben)).code).toBe(40039)
    expect((await complain({ kind: 'withdrawal' })).code).toBe(40020)
    expect((await complain({ kind: 'account', subjectId })).code).toBe(40020)
    expect((await people.get(`complaint/${no}`, ben)).code).toBe(40039)
    expect((await people.get('complaint/C1000008', amy)).code).toBe(40039)
    await act(support, id, 'take')
    await act(support, id, 'answer', answered)
    expect((await close(no, 'ACCEPTED', ben)).code).toBe(40039)
    expect((await people.get('complaint/list', ben)).result.total).toBe(0)
    expect((await people.get('complaint/list', amy)).result.rows[0]).toMatchObject({ no, subjectId })
  })

  it.each([
    ['too short', 'short'],
    ['too long', 'x'.repeat(4001)],
    ['a sign that steers machines', `${text}\u0007`],
    ['a mark that turns the direction', `${text}\u202e`],
    ['an invisible character', `${text}\u200b`],
  ])('has a text, but not %s', async (_, wrong) => {
    expect(await complain({ text: wrong })).toMatchObject({ code: 40020, params: { fields: [{ field: 'text' }] } })
  })

  it('may have lines, of any script', async () => {
    const lines = 'السطر الأول هنا\nsecond line\n第三行。👍'
    const { no } = (await complain({ text: lines })).result
    expect((await people.get(`complaint/${no}`, amy)).result.text).toBe(lines)
  })

  it('is one for one key, also when it is sent twice at once', async () => {
    const send = (body: object) =>
      whole.product.app.inject({
        method: 'POST',
        url: '/swx/customer/complaint',
        headers: { authorization: ben, 'content-type': 'application/json', 'idempotency-key': 'once-and-again' },
        payload: JSON.stringify({ kind: 'other', text, ...body }),
      })
    const twice = await Promise.all([send({}), send({}), send({})])
    expect(new Set(twice.map((one) => one.json<{ result: { no: string } }>().result.no)).size).toBe(1)
    expect((await send({ text: `${text} And more.` })).json()).toMatchObject({ code: 40028 })
    expect((await people.get('complaint/list', ben)).result.total).toBe(1)
  })

  it('is refused beyond as many as may wait for an answer', async () => {
    while ((await people.get('complaint/list', ben)).result.total < maxOpenComplaints) await complain({}, ben)
    expect(await complain({}, ben)).toMatchObject({ code: 40038, params: { max: maxOpenComplaints } })
  })
})

describe('operators', () => {
  it('see of the complaints that wait the one first that is due first, and of those due at once the one that came first', async () => {
    const { rows } = (await at.get('/swx/admin/complaints?size=100', auditor.headers)).result as {
      rows: { status: string; dueAt: number; receivedAt: number }[]
    }
    const open = rows.filter(({ status }) => status === 'RECEIVED' || status === 'INVESTIGATING')
    expect(open.length).toBeGreaterThan(5)
    expect(open).toEqual(open.toSorted((a, b) => a.dueAt - b.dueAt || a.receivedAt - b.receivedAt))
  })

  it('find a complaint by the number that is quoted, see the clock, and leave a line for every view', async () => {
    const { id, no } = (await complain({})).result
    const found = await at.get(`/swx/admin/complaints?no=${no}`, auditor.headers)
    expect(found.result.rows).toEqual([expect.objectContaining({ id, no, username: 'amy', overdue: false })])
    expect(JSON.stringify(found.result)).not.toContain(text)
    expect((await at.get(`/swx/admin/complaints/${id}`, auditor.headers)).result).toMatchObject({
      text,
      ownPart: false,
    })
    expect((await act(auditor, id, 'take')).code).toBe(10008)
    await at.get(`/swx/admin/complaints/${id}`, auditor.headers)
    const log = (await people.get('user/accessLog', amy)).result.rows as { act: string; reason: string }[]
    expect(log.filter((line) => line.reason === `complaint ${no}`)).toMatchObject([{ act: 'complaint.view' }])
  })

  it('do not answer about what they decided themselves', async () => {
    const { id } = (await complain({ kind: 'order', subjectId: (await ordersOf())[0] })).result
    const [{ subject_id: subject }] = (await whole.database.asOwner(
      'select subject_id from complaints.complaints where id = $1',
      [id],
    )) as [{ subject_id: string }]
    await whole.database.asOwner(
      `select operators.append_audit_entry(1, (select id from operators.operators where name = 'sandbox-risk'), 'sandbox-risk', '{risk}',
         row('order.decide', 'order:' || $1, null, 'a decision', null, null)::operators.new_audit_entry)`,
      [subject],
    )
    await act(support, id, 'take')
    expect((await at.get(`/swx/admin/complaints/${id}`, risk.headers)).result.ownPart).toBe(true)
    expect((await act(risk, id, 'answer', answered)).code).toBe(40033)
    expect((await act(support, id, 'answer', answered)).code).toBe(200)
  })

  it('answer about an identity whose pictures they have only viewed', async () => {
    await people.send(await people.form(amy), amy)
    const [{ id: form }] = (await whole.database.asOwner('select id from kyc.identifications')) as [{ id: string }]
    await people.viewCase(kyc, form)
    const { id } = (await complain({ kind: 'identification' })).result
    expect((await at.get(`/swx/admin/complaints/${id}`, kyc.headers)).result.ownPart).toBe(false)
    await kyc.post(`kyc/${form}/decide`, {
      verdict: 'RESUBMIT',
      reasons: [{ field: 'frontFileId', code: 'FRONT_BLURRED' }],
      reason,
    })
    expect((await at.get(`/swx/admin/complaints/${id}`, kyc.headers)).result.ownPart).toBe(true)
  })

  const ordersOf = async (): Promise<string[]> =>
    ((await whole.database.asOwner('select id from options.open_orders limit 1')) as { id: string }[]).map(
      ({ id }) => id,
    )

  it('close nothing for a customer, who decides nothing for them, and no role rewrites the record', async () => {
    const { id } = (await complain({})).result
    const as = (role: 'api' | 'console', set: string) =>
      whole.database.asOwner(`set role ${role}; update complaints.complaints set ${set} where id = '${id}'; reset role`)
    await expect(as('api', "status = 'INVESTIGATING', changed_at = now()")).rejects.toThrow()
    await expect(as('console', "status = 'ESCALATED', changed_at = now()")).rejects.toThrow()
    await act(support, id, 'take')
    await act(support, id, 'answer', answered)
    await expect(as('console', "status = 'ACCEPTED', changed_at = now()")).rejects.toThrow(/by this hand/)
    await expect(as('console', "answer = 'something else entirely'")).rejects.toThrow()
    await expect(
      whole.database.asOwner("update complaints.steps set at = now() where status = 'RECEIVED'"),
    ).rejects.toThrow(/added to/)
  })
})

it('that was answered is mailed to a customer who closed the account meanwhile', async () => {
  const { no } = (await people.get('complaint/list', ben)).result.rows[0]
  const { email } = (await people.post('user/getUserInfo', {}, ben)).result
  expect((await people.post('user/proof', { password: 'ben-tries-things' }, ben)).code).toBe(200)
  expect((await people.post('user/close', {}, ben)).code).toBe(200)
  const [{ id }] = (await at.get(`/swx/admin/complaints?no=${no}`, risk.headers)).result.rows
  await act(risk, id, 'take')
  expect((await act(risk, id, 'answer', answered)).code).toBe(200)
  await whole.product.notices.idle()
  const page = await whole.product.app.inject({
    url: `/sandbox/mails?to=${email}`,
    headers: { accept: 'application/json' },
  })
  const about = page.json<{ subject: string }[]>().filter(({ subject }) => subject.includes(no))
  expect(about).toHaveLength(2)
})

it('is counted publicly', async () => {
  const before = (await people.get('public/serviceLevels', '')).result.complaints
  expect(before).toMatchObject({ promisedBusinessDays: 15, overdue: 0 })
  await people.advance(30 * 86_400_000)
  amy = await people.signIn('amy')
  const { complaints } = (await people.get('public/serviceLevels', '')).result
  expect(complaints.overdue).toBe(complaints.open)
  expect(complaints.open).toBeGreaterThan(0)
  expect(complaints.upheld).toBeGreaterThan(0)
  expect(complaints).toMatchObject({ escalated: 1, medianDays: 1 })
})

it('has the dates that the check of causes expects', async () => {
  const { findings } = await whole.product.books.auditCauses()
  expect(findings).toEqual([])
})
