import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatClients } from '../../../test/fixtures/chat-client.ts'
import { jpeg, png } from '../../../test/fixtures/images.ts'
import { operatorPeople, type OperatorPage } from '../../../test/fixtures/operators.ts'
import { armedPdf } from '../../../test/fixtures/pdf.ts'
import { wholeProduct, type WholeProduct } from '../../../test/whole-product.ts'

let whole: WholeProduct
let one: Awaited<ReturnType<typeof chatClients>>
let amy = ''
let support: OperatorPage

beforeAll(async () => {
  whole = await wholeProduct()
  one = await chatClients(whole)
  support = await operatorPeople(whole.product.operators).signIn('sandbox-support')
  amy = await one.signIn('amy')
})
afterAll(async () => {
  one.close()
  await whole.close()
})

const guest = async (): Promise<{ id: string; token: string }> => {
  const { result } = await one.post('chat/open', '', { email: 'guest@example.com' })
  return { id: result.chat.id, token: result.chatToken ?? '' }
}
const customer = async () => ({ id: (await one.post('chat/open', amy)).result.chat.id, token: amy })
type Person = { id: string; token: string }

async function attach({ id, token }: Person, file: Buffer) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(file)]), 'a name that nobody reads.jpg')
  const response = await fetch(one.at(`chat/${id}/file`), {
    method: 'POST',
    headers: token === '' ? {} : { authorization: token },
    body: form,
  })
  return (await response.json()) as { code: number; params: object; result: { fileId: string; type: string } }
}
const send = ({ id, token }: Person, files: string[], more: object = {}) =>
  one.post(`chat/${id}/message`, token, { clientId: randomUUID(), text: '', files, ...more })
async function openFile({ id, token }: Person, fileId: string) {
  const response = await fetch(one.at(`chat/${id}/file/${fileId}`), { headers: { authorization: token } })
  return {
    type: response.headers.get('content-type') ?? '',
    saved: response.headers.get('content-disposition'),
    text: await response.text(),
  }
}
const isNothing = (seen: { type: string; text: string }): boolean =>
  seen.type.startsWith('application/json') && JSON.parse(seen.text).code === 40_039

test('customers and guests send pictures and documents, which they and the agent alone can open', async () => {
  const [own, first, other] = [await customer(), await guest(), await guest()]
  for (const person of [own, first]) {
    const picture = await attach(person, await png())
    const document = await attach(person, armedPdf('my bank statement'))
    expect([picture.result.type, document.result.type]).toEqual(['image/jpeg', 'application/pdf'])
    const ids = [picture.result.fileId, document.result.fileId]
    // No caller can open one that no message names.
    expect(isNothing(await openFile(person, ids[0] ?? ''))).toBe(true)
    const { code, result } = await send(person, ids, { screen: '/options/BTCUSDT' })
    expect(code).toBe(200)
    expect(result.message).toMatchObject({ files: ids, documents: [ids[1]] })
    expect((await openFile(person, ids[0] ?? '')).type).toBe('image/jpeg')
    const opened = await openFile(person, ids[1] ?? '')
    expect(opened).toMatchObject({ type: 'application/pdf', saved: 'attachment; filename="document.pdf"' })
    expect(opened.text).toContain('my bank statement')
    expect(opened.text).not.toContain('JavaScript')
    // No other customer's: neither to open, nor to send on, nor under the other's conversation.
    for (const stranger of [other, { ...other, id: person.id }, person === own ? first : own])
      for (const id of ids) expect(isNothing(await openFile(stranger, id))).toBe(true)
    expect((await send(other, ids)).code).toBe(40_039)
    expect((await attach({ ...other, id: person.id }, await png())).code).toBe(40_039)
    const seen = await support.get(`chats/${person.id}`)
    expect(seen.result).toMatchObject({ screen: '/options/BTCUSDT' })
    expect(seen.result.messages.at(-1)).toMatchObject({ documents: [ids[1]] })
    const shown = await support.post(`chats/${person.id}/picture`, { fileId: ids[1] })
    expect(shown.headers['content-type']).toBe('application/pdf')
  }
  expect((await attach({ ...first, token: '' }, await png())).code).toBe(40_039)
})

test('what is sent is bounded: by kind, by size, and for guests by number, together and apart', async () => {
  const mine = await guest()
  expect(await attach(mine, Buffer.from('GIF89a'))).toMatchObject({
    code: 40_019,
    params: { types: ['JPG', 'PNG', 'JPEG 2000', 'PDF'], reason: 'type' },
  })
  expect(await attach(mine, Buffer.from('%PDF-1.7 no document'))).toMatchObject({
    code: 40_019,
    params: { reason: 'document' },
  })
  expect((await attach(mine, Buffer.alloc(2 * 1024 * 1024 + 1))).code).toBe(40_018)
  const small = await jpeg(20, 20)
  // Two of twenty at once have room.
  await whole.database.asOwner(
    `
    insert into files.files (id, guest_id, purpose, type, size, sha256, key_id, wrapped_key, created_at)
    select gen_random_uuid(), c.guest_id, 'chat', 'image/jpeg', 1, sha256('x'), repeat('0', 16), sha256('x') || substr(sha256('x'), 1, 28), now()
    from chats.conversations c, generate_series(1, 8) where c.id = $1`,
    [mine.id],
  )
  const kept: number[] = []
  for (let round = 0; round < 7; round++)
    kept.push(...(await Promise.all([1, 2, 3].map(() => attach(mine, small)))).map(({ code }) => code))
  expect(kept.filter((code) => code === 200)).toHaveLength(2)
  expect(new Set(kept)).toEqual(new Set([200, 40_038]))
  // Another guest, while all of them together have no more room.
  const next = await guest()
  await whole.database.asOwner(
    `
    insert into files.files (id, guest_id, purpose, type, size, sha256, key_id, wrapped_key, created_at)
    select gen_random_uuid(), gen_random_uuid(), 'chat', 'image/jpeg', 500 * 1024 * 1024, sha256('x'), repeat('0', 16), sha256('x') || substr(sha256('x'), 1, 28), now()`,
    [],
  )
  expect((await attach(next, small)).code).toBe(40_038)
  expect((await attach(await customer(), small)).code).toBe(200)
})
