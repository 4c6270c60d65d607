import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as fixture from '../../../test/fixtures/images.ts'
import { identityPeople } from '../../../test/fixtures/identity-customers.ts'
import { wholeProduct, type WholeProduct } from '../../../test/whole-product.ts'
import { newWrappingKey } from '../../kernel/crypto/wrapping-keys.ts'

let whole: WholeProduct
let people: ReturnType<typeof identityPeople>
const dir = mkdtempSync(join(tmpdir(), 'evenhand-rest-'))
beforeAll(async () => {
  writeFileSync(join(dir, 'files.key'), `${newWrappingKey()}\n`)
  whole = await wholeProduct({ FILES_KEY_FILE: join(dir, 'files.key'), DATA_DIR: dir })
  people = identityPeople(whole)
})
afterAll(async () => {
  await whole.close()
  rmSync(dir, { recursive: true })
})

/** How files begin; three bytes of a JPEG alone would be found in any megabytes of noise. */
const signatures = {
  jpeg: 'ffd8ffdb004300',
  exif: 'ffd8ffe000104a464946',
  png: '89504e470d0a1a0a0000000d49484452',
  jp2: '0000000c6a5020200d0a870a',
  codestream: 'ff4fff51002f0000',
}

function* filesIn(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const is = statSync(path, { throwIfNoEntry: false })
    if (is?.isDirectory()) yield* filesIn(path)
    else if (is?.isFile()) yield path
  }
}

const foundIn = (bytes: Buffer, sought: readonly Buffer[]): string[] =>
  sought.filter((one) => bytes.includes(one)).map((one) => one.toString('hex'))

test('neither the database, nor its files and journal, nor our folder hold a picture or a word of a form', async () => {
  const token = await people.signIn('amy')
  const customerId = await people.customerIdOf(token)
  const { files } = whole.product
  const kept: Buffer[] = []
  const keep = async (purpose: 'kyc' | 'signature' | 'deposit', bytes: Buffer): Promise<void> => {
    const { fileId, sha256 } = await files.store({ customerId, purpose, bytes })
    const picture = await files.open(fileId, { process: 'test' })
    expect(createHash('sha256').update(picture.bytes).digest('hex')).toBe(sha256)
    kept.push(picture.bytes)
  }
  await keep('kyc', await fixture.jpeg())
  await keep('kyc', await fixture.jp2())
  await keep('deposit', await fixture.png(300, 200))
  await keep('signature', await fixture.png(300, 200))
  expect(
    (await people.send(await people.form(token, { docNumber: 'ZX98765431', address: '7 Quiet Lane' }), token)).code,
  ).toBe(200)
  // What is sought is what such pictures really begin with, and pieces of these very ones.
  expect(kept[0]?.subarray(0, 7).toString('hex')).toBe(signatures.jpeg)
  expect(kept[3]?.subarray(0, 16).toString('hex')).toBe(signatures.png)
  const pieces = kept.flatMap((bytes) => [bytes.subarray(200, 224), bytes.subarray(-200, -176)])
  const words = ['ZX98765431', '7 Quiet Lane'].map((text) => Buffer.from(text))
  const sought = [...Object.values(signatures).map((hex) => Buffer.from(hex, 'hex')), ...pieces, ...words]

  await whole.database.asOwner('checkpoint')
  const [{ folder, oid }] = (await whole.database.asOwner(
    `select current_setting('data_directory') as folder,
      (select oid::text from pg_database where datname = current_database()) as oid`,
  )) as [{ folder: string; oid: string }]
  const directories = [join(folder, 'base', oid), join(folder, 'pg_wal'), dir]
  let readBytes = 0
  for (const directory of directories)
    for (const path of filesIn(directory)) {
      const bytes = readFileSync(path)
      readBytes += bytes.length
      expect(foundIn(bytes, sought), path).toEqual([])
    }
  expect(readBytes).toBeGreaterThan(1_000_000)

  const tables = (await whole.database.asOwner(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )) as { name: string }[]
  for (const { name } of tables) {
    // As a dump writes it: bytes in hexadecimal.
    const rows = (await whole.database.asOwner(`select t::text as row from ${name} t`)) as { row: string }[]
    const text = rows.map(({ row }) => row).join('\n')
    for (const one of sought) expect(text.includes(one.toString('hex')), `${name} ${one.toString('hex')}`).toBe(false)
    for (const word of words) expect(text.includes(word.toString()), `${name} ${word.toString()}`).toBe(false)
  }
})

test('the search finds a picture where one lies', async () => {
  const plain = join(dir, 'lies-here.bin')
  writeFileSync(plain, Buffer.concat([Buffer.alloc(4096, 1), await fixture.jp2()]))
  const sought = Object.values(signatures).map((hex) => Buffer.from(hex, 'hex'))
  expect(foundIn(readFileSync(plain), sought)).toContain(signatures.jp2)
  rmSync(plain)
})

test('erasing destroys the key and the ciphertext, and a copy of both opens nothing without the wrapping key', async () => {
  const token = await people.signIn('ben')
  const customerId = await people.customerIdOf(token)
  const { files } = whole.product
  const { fileId } = await files.store({ customerId, purpose: 'kyc', bytes: await fixture.jpeg() })
  const stored = () =>
    whole.database.asOwner(
      `select f.wrapped_key, f.key_id, c.sealed from files.files f left join files.contents c on c.file_id = f.id where f.id = $1`,
      [fileId],
    ) as Promise<{ wrapped_key: Buffer | null; key_id: string | null; sealed: Buffer | null }[]>
  const [before] = await stored()
  expect(before?.wrapped_key?.length).toBeGreaterThan(31)
  expect(await files.erase([fileId])).toBe(1)
  expect(await stored()).toEqual([{ wrapped_key: null, key_id: null, sealed: null }])
  // Ciphertext from a backup alone, with another file's key beside it, is refused and not shown as noise.
  const other = await files.store({ customerId, purpose: 'kyc', bytes: await fixture.jpeg() })
  await whole.database.asOwner('update files.contents set sealed = $1 where file_id = $2', [
    before?.sealed,
    other.fileId,
  ])
  await expect(files.open(other.fileId, { process: 'test' })).rejects.toThrow()
  expect(existsSync(join(dir, 'incoming'))).toBe(true)
  expect(readdirSync(join(dir, 'incoming'))).toEqual([])
})
