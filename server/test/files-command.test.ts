import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWrappingKey, openWrappingKeys } from '../src/kernel/crypto/wrapping-keys.ts'
import { identityPeople } from './fixtures/identity-customers.ts'
import { runCommand } from './run-command.ts'
import { wholeProduct, type WholeProduct } from './whole-product.ts'

let whole: WholeProduct
let old = ''
const dir = mkdtempSync(join(tmpdir(), 'evenhand-files-command-'))
const keyFile = join(dir, 'files.key')
const run = (word: string) =>
  runCommand('files-command.ts', [word], { DATABASE_URL: whole.database.url(), FILES_KEY_FILE: keyFile, DATA_DIR: dir })
const ringOf = (lines: readonly string[]) => {
  writeFileSync(keyFile, `${lines.join('\n')}\n`)
  return openWrappingKeys(keyFile, { live: true })
}

beforeAll(async () => {
  old = newWrappingKey()
  ringOf([old])
  whole = await wholeProduct({ FILES_KEY_FILE: keyFile })
})
afterAll(async () => {
  await whole.close()
  rmSync(dir, { recursive: true })
})

test('the command changes the key under pictures and identities, and the one before is needed no more', async () => {
  const people = identityPeople(whole)
  const amy = await people.signIn('amy')
  expect((await people.send(await people.form(amy), amy)).code).toBe(200)
  const made = await run('new-key')
  expect(made.code).toBe(0)
  const next = made.text.trim()
  expect(next).not.toBe(old)
  const both = ringOf([next, old])
  expect(await run('rewrap')).toMatchObject({ code: 0, text: expect.stringContaining(both.currentId) as string })
  expect(
    await whole.database.asOwner(
      `select distinct key_id from (select key_id from files.files union all select key_id from kyc.identifications) k`,
    ),
  ).toEqual([{ key_id: both.currentId }])

  const alone = ringOf([next])
  const again = await wholeProduct({ FILES_KEY_FILE: keyFile }, whole.database)
  const token = await identityPeople(again).signIn('amy')
  const own = await identityPeople(again).own(token)
  expect(own.last).toMatchObject({ firstName: 'Amy', docNumberEnd: '67P' })
  const picture = await again.product.files.open(own.last.frontFileId, { process: 'test' })
  expect(picture.bytes.subarray(0, 2).toString('hex')).toBe('ffd8')
  expect(alone.currentId).toBe(both.currentId)
  await again.close()
  // Who still runs with the key before reads nothing of it.
  await expect(whole.product.files.open(own.last.frontFileId, { process: 'test' })).rejects.toThrow()
})

test('a key that is damaged is reported, and every other one is wrapped anew', async () => {
  const firstId = async (table: string): Promise<string> =>
    ((await whole.database.asOwner(`select id from ${table} order by id limit 1`)) as { id: string }[])[0]?.id ?? ''
  const ids = [await firstId('files.files'), await firstId('kyc.identifications')] as const
  const before = readFileSync(keyFile, 'utf8').trim()
  for (const [table, id] of [
    ['files.files', ids[0]],
    ['kyc.identifications', ids[1]],
  ] as const) {
    await whole.database.asOwner(`alter table ${table} disable trigger user`)
    await whole.database.asOwner(
      `update ${table} set wrapped_key = set_byte(wrapped_key, 20, 255 - get_byte(wrapped_key, 20)) where id = $1`,
      [id],
    )
    await whole.database.asOwner(`alter table ${table} enable trigger user`)
  }
  const keys = ringOf([newWrappingKey(), before])
  for (const again of [false, true]) {
    const { code, text } = await run('rewrap')
    expect(code, text).toBe(1)
    expect(text).toContain(`The key of file ${ids[0]} was not wrapped anew`)
    expect(text).toContain(`The key of identification ${ids[1]} was not wrapped anew`)
    expect(text).toMatch(
      again ? /keys of 0 files and 0 identifications/ : /keys of [1-9]\d* files and 0 identifications/,
    )
  }
  expect(
    await whole.database.asOwner('select id from files.files where key_id <> $1 order by id', [keys.currentId]),
  ).toEqual([{ id: ids[0] }])
})

test('anything else prints the usage', async () => {
  expect(await run('rotate')).toMatchObject({ code: 1, text: expect.stringContaining('new-key') as string })
})
