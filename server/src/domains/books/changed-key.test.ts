import { readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { readPublicKeys, type PublicKeys } from '@evenhand/proofs/public-keys.ts'
import { verifyHeads } from '@evenhand/proofs/verify-heads.ts'
import { verifyReceipt } from '@evenhand/proofs/verify-receipt.ts'
import { beforeEach, expect, test } from 'vitest'
import { hourMs } from '@evenhand/protocol/durations.ts'
import { openBooksTest, code, start, type BooksFixture } from '../../../test/fixtures/books.ts'
import { openSigning, type Signing } from '../../kernel/crypto/signing.ts'

let fixture: BooksFixture
beforeEach(() => openBooksTest((opened) => ({ fixture } = opened)))

/** Sets the public half aside, as docs/console.md states; the next start makes another key. */
function changeKey(): Signing {
  const keys = join(fixture.folder, 'keys')
  renameSync(join(keys, 'public.pem'), join(keys, 'former-1.pem'))
  rmSync(join(keys, 'signing.pem'))
  return openSigning(keys)
}
const order = { code, direction: 'UP', limitTime: 60, amount: 100_000_000n } as const

test('what a former key signed is still named as ours, and the log goes on under the new one', async () => {
  const before = fixture.open()
  await before.seal()
  const { accountId, call } = await fixture.customer()
  await fixture.run(1, () => 5_210_000n)
  const { orderId } = await fixture.options.buy(order, call())
  await before.seal()
  await before.audit()
  await before.auditCauses()
  await before.replay({ from: 0, to: 1 })

  const signing = changeKey()
  const after = fixture.open({ signing })
  expect(signing.publicKeys().map(({ id }) => id)).toEqual([signing.keyId, fixture.signing.keyId])
  expect(signing.origin).toBe(fixture.signing.origin)
  // Results of the former key count no more, so the checks run again at once.
  expect((await after.checkStates()).map(({ kind, at }) => [kind, at])).toContainEqual(['log', null])
  fixture.clock.advance(1000)
  expect((await after.audit()).findings).toEqual([])
  await fixture.run(75, (second) => 5_210_000n + BigInt(second))
  fixture.clock.advance(70_000)
  await after.seal()
  expect((await after.replay({ from: start, to: start + hourMs })).findings).toEqual([])
  fixture.clock.advance(1000)
  expect((await after.audit()).findings).toEqual([])

  const keys = readPublicKeys(JSON.stringify(after.publicKeys()), nodeCrypto) as PublicKeys
  const document = await after.orderReceipt({ accountId, orderId })
  expect(verifyReceipt(JSON.stringify(document), keys)).toMatchObject({ ok: true, findings: [] })
  const day = new Date(start).toISOString().slice(0, 10)
  const heads = readFileSync(join(fixture.headDirs[0] ?? '', `${day}.jsonl`), 'utf8')
  expect(verifyHeads([heads], keys)).toMatchObject({ ok: true, findings: [] })
  expect(new Set(verifyHeads([heads], keys).heads.map(({ keyId }) => keyId))).toEqual(
    new Set([signing.keyId, fixture.signing.keyId]),
  )
})

test('a result that a stranger signed is named also where the key was changed', async () => {
  const books = fixture.open()
  await books.seal()
  const stranger = openSigning(join(fixture.folder, 'elsewhere-keys'))
  await fixture.open({ signing: stranger, headDirs: [] }).auditCauses()
  const after = fixture.open({ signing: changeKey() })
  fixture.clock.advance(1000)
  expect((await after.audit()).findings).toEqual([
    { at: `check causes at ${start}`, found: 'not signed by this installation' },
  ])
})
