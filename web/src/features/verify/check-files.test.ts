import { expect, test } from 'vitest'
import { makeDocument, makeKey, makeTicks } from '../../../../proofs/test/build-receipts.ts'
import { checkFiles } from './check-files.ts'
import { kindOf } from './file-kind.ts'

const { signer, pem } = makeKey()
const { seals } = makeDocument({ ticks: makeTicks(70), seals: true, signer })
const page = { code: 'EURUSD', day: '2026-11-21', segments: seals?.ticks ?? [], head: seals?.head ?? null, next: null }
const check = (value: unknown) => checkFiles([{ name: 'a.json', text: JSON.stringify(value) }], pem)?.[0]

test('recorded prices are known by what stands in the file, bare, in a response, or as pages of a day', () => {
  for (const value of [page, { code: 200, result: page }, [page], [{ code: 200, result: page }]])
    expect(kindOf(JSON.stringify(value))).toBe('ticks')
})

test('recorded prices are counted, and each minute is shown with its record', () => {
  expect(check([page])).toMatchObject({ kind: 'ticks', ok: true, count: 71, about: 'EURUSD 2026-11-21', findings: [] })
  expect(check(page)?.lines[0]).toMatch(/^2026-11-21T12:00Z {2}60 {2}#41–#100 {2}→ \d+$/)
})

test('a price that was touched is not proved', () => {
  const touched = JSON.stringify(page).replace('1.08512', '1.08513')
  expect(check(JSON.parse(touched))).toMatchObject({ kind: 'ticks', ok: false, findings: [{ is: 'seal' }] })
})
