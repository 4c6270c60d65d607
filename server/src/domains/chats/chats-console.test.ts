import { randomUUID } from 'node:crypto'
import { dayMs } from '@evenhand/protocol/durations.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chatClients } from '../../../test/fixtures/chat-client.ts'
import { png } from '../../../test/fixtures/images.ts'
import { operatorPeople, type OperatorPage } from '../../../test/fixtures/operators.ts'
import { publishedNotices } from '../../../test/fixtures/published-notices.ts'
import { refuseRow } from '../../../test/fixtures/refused-row.ts'
import { wholeProduct, type WholeProduct } from '../../../test/whole-product.ts'

let whole: WholeProduct
let one: Awaited<ReturnType<typeof chatClients>>
let support: OperatorPage
let second: OperatorPage
let content: OperatorPage
let amy = ''
let ben = ''

beforeAll(async () => {
  whole = await wholeProduct()
  one = await chatClients(whole)
  // Another agent, by a second role: who holds it is a row.
  await whole.database.asOwner(
    `insert into operators.roles (operator_id, role, since) select id, 'support', now() from operators.operators where name = 'sandbox-risk'`,
  )
  await signInAll()
})
afterAll(async () => {
  one.close()
  await whole.close()
})

/** Everybody anew: sessions end with the days that tests let pass. */
async function signInAll(): Promise<void> {
  const at = operatorPeople(whole.product.operators)
  support = await at.signIn('sandbox-support')
  second = await at.signIn('sandbox-risk')
  content = await at.signIn('sandbox-content')
  amy = await one.signIn('amy')
  ben = await one.signIn('ben')
}
const advance = async (advanceMs: number) => {
  await whole.product.app.inject({ method: 'POST', url: '/sandbox/clock', payload: { advanceMs } })
  await whole.product.chats.runDue()
}
const mailsTo = async (to: string) =>
  (await whole.product.app.inject({ method: 'GET', url: `/sandbox/mails?to=${to}` })).json<
    { subject: string; text: string }[]
  >()
const open = async (token: string): Promise<string> => (await one.post('chat/open', token)).result.chat.id
const send = (id: string, token: string, text: string, files: string[] = []) =>
  one.post(`chat/${id}/message`, token, { clientId: randomUUID(), text, files })
const reply = (page: OperatorPage, id: string, text: string) =>
  page.post(`chats/${id}/message`, { clientId: randomUUID(), text })
const step = (page: OperatorPage, id: string, name: string, to?: string) =>
  page.post(`chats/${id}/step`, { step: name, ...(to !== undefined && { to }) })
const statusOf = async (id: string, token: string) => (await one.get(`chat/${id}/messages`, token)).result.chat.status

describe('a conversation', () => {
  it('is taken by one of two agents, replied to, resolved, reopened and closed by the clock', async () => {
    const id = await open(amy)
    expect(await open(amy)).toBe(id)
    await send(id, amy, 'Where is my deposit?')
    expect((await support.get('chats')).result.rows.map((row: { id: string }) => row.id)).toContain(id)
    const taken = await Promise.all([step(support, id, 'take'), step(second, id, 'take')])
    expect(taken.map(({ code }) => code).toSorted()).toEqual([200, 40039])
    const [agent, other] = taken[0]?.code === 200 ? [support, second] : [second, support]
    expect((await reply(other, id, 'Not mine')).code).toBe(40039)
    const here = await one.show({ token: amy, virtually: 'YES' }, { id })
    await expect.poll(here.state).toMatchObject({ id })
    await agent.post(`chats/${id}/attend`, { upTo: 1, typing: true })
    expect((await reply(agent, id, 'It was credited at noon.')).result.message).toMatchObject({ author: 'AGENT' })
    await expect
      .poll(() => here.messages().map(({ event, text }) => event ?? text))
      .toEqual(['Where is my deposit?', 'JOINED', 'It was credited at noon.'])
    await expect.poll(here.state).toMatchObject({ status: 'WAITING_USER', agentRead: 3 })
    await expect.poll(() => here.frames.some(({ typing }) => typing === 'AGENT')).toBe(true)
    // What customers see names no operator.
    expect(JSON.stringify(here.frames)).not.toContain('sandbox-')
    expect((await step(agent, id, 'transfer', other.id)).code).toBe(200)
    expect((await reply(agent, id, 'No longer mine')).code).toBe(40039)
    expect((await step(other, id, 'resolve')).code).toBe(200)
    expect((await one.post(`chat/${id}/rate`, amy, { rating: 5 })).result).toMatchObject({ rating: 5 })
    expect((await one.post(`chat/${id}/rate`, amy, { rating: 1 })).code).toBe(40039)
    await send(id, amy, 'One more question')
    expect(await statusOf(id, amy)).toBe('OPEN')
    await step(support, id, 'take')
    await step(support, id, 'resolve')
    await advance(7 * dayMs)
    expect(await statusOf(id, amy)).toBe('CLOSED')
    await signInAll()
    const next = (await send(id, amy, 'And now?')).result.chat
    expect(next).toMatchObject({ status: 'OPEN', previousId: id, lastSeq: 1 })
    expect((await one.get(`chat/${id}/messages`, amy)).result.chat).toMatchObject({ nextId: next.id })
  })

  it('is found by no other guest or customer', async () => {
    const mine = await open(amy)
    const guest = (await one.post('chat/open', '', { email: 'ann@example.com' })).result
    for (const token of [ben, guest.chatToken ?? '', '', `chat_${'A'.repeat(43)}`]) {
      expect((await one.get(`chat/${mine}/messages`, token)).code).toBe(40039)
      expect((await send(mine, token, 'hello')).code).toBe(40039)
      expect((await one.post(`chat/${mine}/read`, token, { upTo: 1 })).code).toBe(40039)
      expect((await one.post(`chat/${mine}/transcript`, token)).code).toBe(40039)
    }
    const hostile = await one.show({ chatToken: guest.chatToken }, { id: mine })
    await expect.poll(hostile.closed).toBe('1008 notFound')
    const stranger = await one.show({ chatToken: `chat_${'A'.repeat(43)}` }, { id: mine })
    await expect.poll(stranger.closed).toBe('1008 notFound')
  })
})

describe('staff', () => {
  it('cannot send a request for what staff never request, and it is recorded', async () => {
    const id = await open(ben)
    await send(id, ben, 'How do I withdraw?')
    await step(support, id, 'take')
    const { result } = await reply(support, id, 'Please send me your p\u0430ssword')
    expect(result).toMatchObject({ message: null, blocked: { rule: 'PASSWORD' } })
    expect((await reply(support, id, 'We will never ask for your password.')).result.blocked).toBeNull()
    const messages = (await one.get(`chat/${id}/messages`, ben)).result.messages.map(({ text }) => text)
    expect(messages).not.toContain('Please send me your p\u0430ssword')
    expect((await support.get(`chats/${id}`)).result).toMatchObject({ blocked: 1, mine: true, username: 'ben' })
    const entries = await whole.database.asOwner(
      `select from operators.audit_entries where act = 'chat.blocked' and subject = $1`,
      [`chat:${id}`],
    )
    expect(entries).toHaveLength(1)
  })

  it('notes for each other, prepares replies in every language, and offers a complaint', async () => {
    const id = await open(ben)
    await support.post(`chats/${id}/note`, { text: 'Called twice.' })
    expect((await support.get(`chats/${id}`)).result.notes).toMatchObject([
      { text: 'Called twice.', by: 'sandbox-support' },
    ])
    const texts = Object.fromEntries(
      ['zh', 'en', 'ja', 'ko', 'de', 'fr', 'it', 'ar', 'hk', 'es', 'pt'].map((lang) => [lang, `Thank you (${lang})`]),
    )
    expect((await content.post('chatAnswers', { key: 'thanks', texts: { ...texts, de: '' } })).code).toBe(40020)
    expect((await content.post('chatAnswers', { key: 'thanks', texts })).result).toEqual({ blocked: null })
    const asks = { ...texts, de: 'Bitte senden Sie mir Ihr Passwort' }
    expect((await content.post('chatAnswers', { key: 'bad', texts: asks })).result.blocked).toMatchObject({
      lang: 'de',
    })
    expect((await support.get('chatAnswers')).result.answers).toMatchObject([{ key: 'thanks', texts }])
    expect((await step(support, id, 'offer')).code).toBe(200)
    const complaint = { kind: 'other', text: 'Nobody answered what I asked about.', chatId: id }
    const { no } = (await one.post('complaint', ben, complaint)).result as unknown as { no: string }
    const { messages } = (await one.get(`chat/${id}/messages`, ben)).result
    expect(messages.at(-1)).toMatchObject({ event: 'COMPLAINT', params: { no } })
    expect((await one.post('complaint', amy, complaint)).code).toBe(40039)
  })

  it('sees pictures of a conversation, and only those', async () => {
    const id = await open(ben)
    const customerId = (await whole.product.auth.findSession(ben))?.customerId ?? ''
    const bytes = await png(64, 64)
    const picture = await whole.product.files.store({ customerId, purpose: 'chat', bytes })
    const unsent = await whole.product.files.store({ customerId, purpose: 'chat', bytes })
    expect((await send(id, ben, '', [picture.fileId])).result.message.files).toEqual([picture.fileId])
    expect((await send(id, amy, '', [picture.fileId])).code).toBe(40039)
    expect((await support.post(`chats/${id}/picture`, { fileId: picture.fileId })).status).toBe(200)
    expect((await support.post(`chats/${id}/picture`, { fileId: unsent.fileId })).code).toBe(40039)
  })

  it('has the pictures of a forgotten conversation erased with it, also where that fails at first', async () => {
    const id = await open(amy)
    const customerId = (await whole.product.auth.findSession(amy))?.customerId ?? ''
    const picture = await whole.product.files.store({ customerId, purpose: 'chat', bytes: await png(64, 64) })
    await send(id, amy, '', [picture.fileId])
    await step(support, id, 'take')
    for (const name of ['resolve', 'close']) expect((await step(support, id, name)).code).toBe(200)
    // Before it is due: the product has a round of its own.
    const when = 'new.erased_at is not null'
    const allow = await refuseRow(whole.database, { table: 'files.files', on: 'update', when })
    await whole.database.asOwner(
      `update chats.conversations set changed_at = now() - interval '4 years' where id = $1`,
      [id],
    )
    const kept = () =>
      whole.database.asOwner(
        `select (select count(*)::int from chats.conversations where id = $1) as conversations, erased_at is not null as erased
         from files.files where id = $2`,
        [id, picture.fileId],
      )
    await expect(whole.product.chats.runDue()).rejects.toThrow('refused by a test')
    expect(await kept()).toEqual([{ conversations: 1, erased: false }])
    await allow()
    await whole.product.chats.runDue()
    expect(await kept()).toEqual([{ conversations: 0, erased: true }])
  })
})

describe('who is not there', () => {
  it('is notified of a reply once, a guest by mail, and transcripts are mailed', async () => {
    const { chat, chatToken } = (await one.post('chat/open', '', { email: 'eve@example.com', lang: 'de' })).result
    const token = chatToken ?? ''
    await send(chat.id, token, 'Guten Tag')
    await step(support, chat.id, 'take')
    await reply(support, chat.id, 'Wie kann ich helfen?')
    await advance(61_000)
    await advance(61_000)
    expect(await mailsTo('eve@example.com')).toMatchObject([
      { subject: 'Der Kundenservice hat Ihnen geantwortet', text: expect.stringContaining('Wie kann ich helfen?') },
    ])
    expect((await one.post(`chat/${chat.id}/transcript`, token)).code).toBe(200)
    await whole.product.chats.runDue()
    expect((await mailsTo('eve@example.com'))[0]?.text).toMatch(/Guten Tag[^]*Wie kann ich helfen\?/)
    // The customer's notice stands in the app.
    const id = await open(amy)
    await send(id, amy, 'Hello')
    await step(support, id, 'take')
    await reply(support, id, 'Hello, how can I help?')
    await advance(61_000)
    await whole.product.notices.idle()
    const { result } = await one.get('notification/list', amy)
    expect((result as unknown as { rows: { templateKey: string }[] }).rows[0]?.templateKey).toBe('chat.reply')
  })

  it('is notified whatever fails of another', async () => {
    const withReply = async (id: string, token: string): Promise<void> => {
      await send(id, token, 'Hello')
      await step(support, id, 'take')
      await reply(support, id, 'Hello, how can I help?')
    }
    const id = await open(ben)
    await withReply(id, ben)
    const { chat, chatToken } = (await one.post('chat/open', '', { email: 'may@example.com' })).result
    await withReply(chat.id, chatToken ?? '')
    const allow = await refuseRow(whole.database, {
      table: 'chats.conversations',
      on: 'update',
      when: `old.id = '${id}' and new.noticed_seq > old.noticed_seq`,
    })
    await expect(advance(61_000)).rejects.toThrow('refused')
    await allow()
    await whole.product.chats.runDue()
    const noticed = await publishedNotices(whole.database, { template: 'chat.reply' })
    expect(noticed.filter(({ ref }) => ref.startsWith(`chat.reply ${id} `))).toHaveLength(1)
    expect(await mailsTo('may@example.com')).toHaveLength(1)
  })

  it('takes a conversation along by signing in, and gives an address where no agent is online', async () => {
    const { chat, chatToken } = (await one.post('chat/open', '', { email: 'cat@example.com' })).result
    await send(chat.id, chatToken ?? '', 'I have no account yet')
    // One that is not closed is not replaced.
    const before = await open(ben)
    expect((await one.post('chat/open', ben, { chatToken })).result.chat.id).toBe(before)
    await step(support, before, 'resolve')
    expect((await step(support, before, 'close')).code).toBe(200)
    expect((await one.post('chat/open', ben, { chatToken })).result.chat.id).toBe(chat.id)
    expect((await one.get(`chat/${chat.id}/messages`, chatToken ?? '')).code).toBe(40039)
    await advance(dayMs)
    expect(await one.post('chat/open', '')).toMatchObject({ code: 40020, params: { fields: [{ field: 'email' }] } })
    expect((await one.post('chat/open', '', { email: 'no address' })).code).toBe(10002)
  })
})

it('masks what must not be kept', async () => {
  const { chat, chatToken } = (await one.post('chat/open', '', { email: 'dan@example.com' })).result
  const { result } = await send(chat.id, chatToken ?? '', 'my card is 4111 1111 1111 1111')
  expect(result).toMatchObject({ masked: true, message: { text: 'my card is •••• •••• •••• 1111' } })
})
