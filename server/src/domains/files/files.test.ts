import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as fixture from '../../../test/fixtures/images.ts'
import {
  createUploads,
  fileBoundary as boundary,
  multipart as bodyOf,
  type Part,
  type Sent,
} from '../../../test/uploads.ts'
import { wholeProduct, type WholeProduct } from '../../../test/whole-product.ts'
import { owned } from '../../kernel/db/db.ts'
import { newWrappingKey, openWrappingKeys } from '../../kernel/crypto/wrapping-keys.ts'
import { rewrapFiles } from './index.ts'

let whole: WholeProduct
const { send, upload, to } = createUploads()
let amy = ''
let ben = ''
const dir = mkdtempSync(join(tmpdir(), 'evenhand-keys-'))
const keyFile = join(dir, 'files.key')

const openFile = (fileId: string, token = amy) =>
  whole.product.app.inject({ method: 'GET', url: `/swx/customer/file/${fileId}`, headers: { authorization: token } })
const signIn = async (name: string): Promise<string> => {
  const response = await whole.product.app.inject({
    method: 'POST',
    url: '/swx/customer/login/login',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ account: name, password: `${name}-tries-things` }),
  })
  return (response.json() as { result: { token: string } }).result.token
}

beforeAll(async () => {
  writeFileSync(keyFile, `${newWrappingKey()}\n`)
  whole = await wholeProduct({ FILES_KEY_FILE: keyFile, DATA_DIR: dir })
  await whole.product.app.listen({ port: 0, host: '127.0.0.1' })
  to.port = (whole.product.app.server.address() as AddressInfo).port
  amy = await signIn('amy')
  to.token = amy
  ben = await signIn('ben')
})
afterAll(async () => {
  await whole.close()
  rmSync(dir, { recursive: true })
})

test('a picture is served as it is stored, to its owner alone', async () => {
  const sent = await upload('kyc', await fixture.jpeg())
  expect(sent).toMatchObject({ code: 200 })
  const own = await openFile(sent.result.fileId)
  expect(own.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(own.headers['etag']).toBeUndefined()
  expect(createHash('sha256').update(own.rawPayload).digest('hex')).toBe(sent.result.sha256)
  expect(await sharp(own.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 800 })
  for (const [id, token, code] of [
    [sent.result.fileId, ben, 40039],
    [sent.result.fileId, '', 401],
    ['01900000-0000-7000-8000-000000000000', amy, 40039],
    ['..%2f..%2fetc', amy, 40020],
  ] as const)
    expect((await openFile(id, token)).json()).toMatchObject({ code })
})

test('a link shows one picture for five minutes, to its holder, and nothing else', async () => {
  const [one, other] = [await upload('deposit', await fixture.jpeg()), await upload('deposit', await fixture.jpeg())]
  const post = (id: string, token: string) =>
    whole.product.app.inject({
      method: 'POST',
      url: `/swx/customer/file/${id}/link`,
      headers: { authorization: token },
    })
  expect((await post(one.result.fileId, ben)).json()).toMatchObject({ code: 40039 })
  const { url, until } = (await post(one.result.fileId, amy)).json<{ result: { url: string; until: number } }>().result
  const get = (address: string) => whole.product.app.inject({ method: 'GET', url: address })
  expect((await get(url)).headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'no-store' })
  for (const wrong of [
    url.replace(one.result.fileId, other.result.fileId),
    url.replace(String(until), String(until + 1)),
    url.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
  ])
    expect((await get(wrong)).json()).toMatchObject({ code: 40039 })
  expect((await get(url.replace(/\?.*/, ''))).statusCode).toBe(401)
  await whole.product.app.inject({
    method: 'POST',
    url: '/sandbox/clock',
    headers: { 'content-type': 'application/json' },
    payload: '{"advanceMs":301000}',
  })
  expect((await get(url)).json()).toMatchObject({ code: 40039 })
})

test('the content decides, and the name never does', async () => {
  expect(await upload('deposit', await fixture.png(), { name: 'proof.jpg' })).toMatchObject({ code: 200 })
  expect(await upload('deposit', Buffer.from('<svg onload="alert(1)"/>'), { name: 'proof.png' })).toMatchObject({
    code: 40019,
    params: { types: ['JPG', 'PNG', 'JPEG 2000'], reason: 'type' },
  })
  const signature = await upload('signature', await fixture.png())
  expect((await openFile(signature.result.fileId)).headers['content-type']).toBe('image/png')
  const tooSmall = await upload('kyc', await fixture.jpeg(800, 600))
  expect(tooSmall).toMatchObject({ code: 40019, params: { reason: 'tooSmall', minSide: 1000 } })
})

test('too large is refused with the most that is taken, announced or not', async () => {
  const large = Buffer.concat([await fixture.jpeg(), Buffer.alloc(51 * 1024 * 1024)])
  expect(await upload('kyc', large)).toMatchObject({ status: 200, code: 40018, params: { maxBytes: 50 * 1024 * 1024 } })
  const body = bodyOf([
    ['purpose', 'kyc'],
    ['file', large, 'a.jpg'],
  ])
  expect(await send(body, { chunked: true })).toMatchObject({ code: 40018 })
  const proof = Buffer.concat([await fixture.jpeg(), Buffer.alloc(2 * 1024 * 1024)])
  expect(await upload('deposit', proof)).toMatchObject({ code: 40018, params: { maxBytes: 2 * 1024 * 1024 } })
})

test('what is no call of one file and its purpose is refused, and nothing of it is kept', async () => {
  const file = await fixture.jpeg()
  const before = await whole.database.asOwner('select count(*)::int as n from files.files')
  for (const parts of [
    [['purpose', 'kyc']],
    [['file', file, 'a.jpg']],
    [
      ['purpose', 'passport'],
      ['file', file, 'a.jpg'],
    ],
    [
      ['purpose', 'kyc'],
      ['purpose', 'chat'],
      ['file', file, 'a.jpg'],
    ],
    [
      ['purpose', 'kyc'],
      ['file', file, 'a.jpg'],
      ['file', file, 'b.jpg'],
    ],
    [
      ['purpose', 'kyc'],
      ['other', file, 'a.jpg'],
    ],
    [
      ['purpose', 'kyc'],
      ['customerId', 'x'],
      ['file', file, 'a.jpg'],
    ],
    [
      ['__proto__', 'x'],
      ['purpose', 'kyc'],
      ['file', file, 'a.jpg'],
    ],
    [
      ['purpose', 'x'.repeat(100_000)],
      ['file', file, 'a.jpg'],
    ],
  ] as unknown as Part[][])
    expect(await send(bodyOf(parts)), JSON.stringify(parts.map(([name]) => name))).toMatchObject({ code: 40020 })
  for (const type of ['application/json', 'multipart/form-data', 'multipart/mixed; boundary=a-boundary', 'text/plain'])
    expect([40020]).toContain((await send(bodyOf([['purpose', 'kyc']]), { type })).code)
  expect(
    await send(
      bodyOf([
        ['purpose', 'kyc'],
        ['file', file, 'a.jpg'],
      ]).subarray(0, 5000),
    ),
  ).toMatchObject({ code: 40020 })
  expect(await upload('kyc', file, { token: 'nobody' })).toMatchObject({ status: 401, code: 401 })
  await expect(
    send(
      bodyOf([
        ['purpose', 'kyc'],
        ['file', file, 'a.jpg'],
      ]),
      { cutAt: 9000 },
    ),
  ).rejects.toThrow()
  expect(await whole.database.asOwner('select count(*)::int as n from files.files')).toEqual(before)
})

test('nothing else takes such a body', async () => {
  const body = bodyOf([
    ['account', 'amy'],
    ['password', 'amy-tries-things'],
  ])
  const response = await whole.product.app.inject({
    method: 'POST',
    url: '/swx/customer/login/login',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: body,
  })
  expect(response.json()).toMatchObject({ code: 40020 })
})

test('where pictures lie there are none: encrypted, each with a key of its own, bound to customer and file', async () => {
  const picture = await fixture.jpeg()
  const [first, second] = [await upload('kyc', picture), await upload('kyc', picture)]
  type Row = { file_id: string; sealed: Buffer; wrapped_key: Buffer }
  const rows = (await whole.database.asOwner(
    'select c.file_id, c.sealed, f.wrapped_key from files.contents c join files.files f on f.id = c.file_id',
  )) as Row[]
  for (const { sealed } of rows)
    for (const mark of ['ffd8ffe0', '89504e47', '0000000c6a502020', 'ff4fff51'])
      expect(sealed.subarray(0, 64).includes(Buffer.from(mark, 'hex'))).toBe(false)
  const options = (sent: Sent): Row | undefined => rows.find(({ file_id }) => file_id === sent.result.fileId)
  expect(options(first)?.sealed).not.toEqual(options(second)?.sealed)
  const { fileId } = first.result
  const put = (sealed: Buffer | undefined): Promise<unknown> =>
    whole.database.asOwner('update files.contents set sealed = $1 where file_id = $2', [sealed, fileId])
  const flipped = Buffer.from(options(first)?.sealed ?? '')
  flipped[5000] = (flipped[5000] ?? 0) ^ 1
  for (const other of [flipped, options(second)?.sealed, options(first)?.sealed.subarray(0, -1), Buffer.alloc(10)]) {
    await put(other)
    expect((await openFile(fileId)).json()).toMatchObject({ code: 10092 })
  }
  await put(options(first)?.sealed)
  expect((await openFile(fileId)).statusCode).toBe(200)
  expect(readdirSync(join(dir, 'incoming'))).toEqual([])
})

test('an operator opens it with a reason, and every access is recorded', async () => {
  const { fileId } = (await upload('kyc', await fixture.jpeg())).result
  const operatorId = '01900000-0000-7000-8000-00000000aaaa'
  const { files } = whole.product
  await expect(files.open(fileId, { operatorId, reason: ' ' })).rejects.toThrow('reasonNeeded')
  expect((await files.open(fileId, { operatorId, reason: 'first review' })).type).toBe('image/jpeg')
  await openFile(fileId)
  const views = await whole.database.asOwner(
    'select operator_id, reason from files.views where file_id = $1 order by id',
    [fileId],
  )
  expect(views).toEqual([
    { operator_id: operatorId, reason: 'first review' },
    { operator_id: null, reason: 'own file' },
  ])
})

test('the installation’s key changes without a file changing, and an erased file is gone for good', async () => {
  const { fileId } = (await upload('kyc', await fixture.jpeg())).result
  const erased = (await upload('kyc', await fixture.jpeg())).result.fileId
  expect(await whole.product.files.erase([erased])).toBe(1)
  expect((await openFile(erased)).json()).toMatchObject({ code: 40039 })
  const contents = () =>
    whole.database.asOwner('select md5(string_agg(sealed, null order by file_id)) from files.contents')
  const before = await contents()
  const both = join(dir, 'both.key')
  const next = newWrappingKey()
  const old = openWrappingKeys(keyFile, { live: true }).currentId
  writeFileSync(
    both,
    `# the next one, then the one before\n${next}\n${(await import('node:fs')).readFileSync(keyFile, 'utf8')}`,
  )
  const db = owned<'files'>(whole.database.pools.api)
  expect((await rewrapFiles(db, openWrappingKeys(both, { live: true }))).count).toBeGreaterThan(1)
  expect(await rewrapFiles(db, openWrappingKeys(both, { live: true }))).toEqual({ count: 0, failed: [] })
  expect(await contents()).toEqual(before)
  expect(await whole.database.asOwner('select 1 from files.files where key_id = $1', [old])).toEqual([])
  const alone = join(dir, 'next.key')
  writeFileSync(alone, next)
  const again = await wholeProduct({ FILES_KEY_FILE: alone }, whole.database)
  const response = await again.product.app.inject({
    method: 'GET',
    url: `/swx/customer/file/${fileId}`,
    headers: { authorization: amy },
  })
  expect(response.headers['content-type']).toBe('image/jpeg')
  await again.close()
})

test('a file is taken by its purpose and its owner, and one that nothing names is forgotten after a day', async () => {
  const { files } = whole.product
  const own = async (token: string): Promise<string> => (await whole.product.auth.findSession(token))?.customerId ?? ''
  const [amyId, benId] = [await own(amy), await own(ben)]
  const kept = (await upload('deposit', await fixture.jpeg())).result.fileId
  const left = (await upload('deposit', await fixture.jpeg())).result.fileId
  await expect(files.mustOwn(benId, kept, 'deposit')).rejects.toThrow('notFound')
  await expect(files.mustOwn(amyId, kept, 'kyc')).rejects.toThrow('notFound')
  await files.mustOwn(amyId, kept, 'deposit')
  await whole.database.asOwner(`alter table files.files disable trigger user`)
  await whole.database.asOwner(
    `update files.files set created_at = created_at - interval '2 days' where id in ($1, $2)`,
    [kept, left],
  )
  await whole.database.asOwner(`alter table files.files enable trigger user`)
  expect(await files.forgetUnused()).toBe(1)
  expect((await openFile(left)).json()).toMatchObject({ code: 40039 })
  expect((await openFile(kept)).statusCode).toBe(200)
})
