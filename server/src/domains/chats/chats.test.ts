import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chatClients } from '../../../test/fixtures/chat-client.ts'
import { wholeProduct, type WholeProduct } from '../../../test/whole-product.ts'

// Two processes on one database; each serves sockets of its own.
let whole: WholeProduct
let second: WholeProduct
let one: Awaited<ReturnType<typeof chatClients>>
let other: typeof one

beforeAll(async () => {
  whole = await wholeProduct()
  second = await wholeProduct({}, whole.database)
  second.product.chats.start()
  one = await chatClients(whole)
  other = await chatClients(second)
})
afterAll(async () => {
  one.close()
  other.close()
  await second.product.chats.stop()
  await second.close()
  await whole.close()
})

const clientId = (): string => randomUUID()
const guest = async (): Promise<{ id: string; token: string }> => {
  const { result } = await one.post('chat/open', '', { email: 'guest@example.com' })
  return { id: result.chat.id, token: result.chatToken ?? '' }
}
const send = (id: string, token: string, text: string, at = one) =>
  at.post(`chat/${id}/message`, token, { clientId: clientId(), text })

describe('messages', () => {
  it('are kept once each, in the order of their numbers, however many come at once', async () => {
    const { id, token } = await guest()
    const ids = Array.from({ length: 10 }, clientId)
    const sent = await Promise.all(
      [...ids, ...ids].map((own, index) =>
        (index % 2 === 0 ? one : other).post(`chat/${id}/message`, token, { clientId: own, text: `message ${own}` }),
      ),
    )
    expect(sent.map(({ code }) => code)).toEqual(Array.from({ length: 20 }, () => 200))
    const { messages } = (await one.get(`chat/${id}/messages`, token)).result
    expect(messages.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(messages.map((message) => message.clientId).toSorted()).toEqual(ids.toSorted())
    // Each call returned the message that was kept under its client id.
    for (const { result } of sent) expect(messages[result.message.seq - 1]).toEqual(result.message)
  })

  it('of many owners at once go to their own conversations, and one that is refused holds up no other', async () => {
    const guests = await Promise.all(Array.from({ length: 8 }, guest))
    const posts = guests.flatMap(({ id, token }, index) => [
      { id, token, text: `of ${index}` },
      // A neighbour's conversation, named with one's own token.
      { id: guests[(index + 1) % 8]?.id ?? '', token, text: 'of nobody' },
      { id, token, text: `and again of ${index}` },
    ])
    const sent = await Promise.all(
      posts.map(({ id, token, text }, index) => send(id, token, text, index % 2 === 0 ? one : other)),
    )
    expect(sent.map(({ code }) => code)).toEqual(guests.flatMap(() => [200, 40_039, 200]))
    for (const [index, { id, token }] of guests.entries()) {
      const { messages } = (await one.get(`chat/${id}/messages`, token)).result
      expect(messages.map(({ text }) => text).toSorted()).toEqual([`and again of ${index}`, `of ${index}`])
    }
  })

  it('reach every device once and in order, by whichever process, and after a reconnect from a number', async () => {
    const { id, token } = await guest()
    const here = await one.show({ chatToken: token }, { id })
    const there = await other.show({ chatToken: token }, { id })
    for (let count = 1; count <= 5; count += 1) await send(id, token, `first ${count}`, count % 2 === 0 ? one : other)
    const first = [1, 2, 3, 4, 5].map((count) => `first ${count}`)
    await expect.poll(here.texts).toEqual(first)
    await expect.poll(there.texts).toEqual(first)
    there.ws.terminate()
    await Promise.all([1, 2, 3, 4, 5].map((count) => send(id, token, `away ${count}`)))
    const again = await other.show({ chatToken: token }, { id, since: 5 })
    await expect.poll(() => again.messages().map(({ seq }) => seq)).toEqual([6, 7, 8, 9, 10])
    await expect.poll(() => here.messages().map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  it('are delivered when the notification of them is lost', async () => {
    const { id, token } = await guest()
    const here = await one.show({ chatToken: token }, { id })
    await expect.poll(here.state).toMatchObject({ id })
    // As a process leaves it that ends after its commit: the row is there, and no customer was notified.
    await whole.database.asOwner(
      `with kept as (update chats.conversations set last_seq = last_seq + 1 where id = $1 returning last_seq)
       insert into chats.messages (conversation_id, seq, author, client_id, text, at)
       select $1, last_seq, 'CUSTOMER', 'abcdefgh', 'nobody was notified', now() from kept`,
      [id],
    )
    const again = await one.show({ chatToken: token }, { id })
    await expect.poll(again.texts).toEqual(['nobody was notified'])
    await send(id, token, 'and the next')
    await expect.poll(here.texts).toEqual(['nobody was notified', 'and the next'])
  })
})
