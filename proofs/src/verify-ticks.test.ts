import { expect, test } from 'vitest'
import { makeDocument, makeKey, makeTicks } from '../test/build-receipts.ts'
import { edits } from '../test/edit-documents.ts'
import { verifyTicks, type PublishedTicks } from './verify-ticks.ts'

const { signer, keys } = makeKey()
const { seals } = makeDocument({ ticks: makeTicks(70), seals: true, signer })
const published: PublishedTicks = {
  code: 'EURUSD',
  day: '2026-11-21',
  segments: seals?.ticks ?? [],
  head: seals?.head ?? null,
  next: null,
}

test('published ticks lead to the signed head, bare or inside a response', () => {
  expect(verifyTicks(JSON.stringify(published), keys)).toEqual({ ok: true, findings: [], ticks: 71 })
  expect(verifyTicks(JSON.stringify({ code: 200, result: published, traceId: 't' }), keys).ok).toBe(true)
})

test('any touched tick, path or head shows', () => {
  const free = new Set(['day', 'next'])
  for (const edit of edits({ ...published, segments: published.segments.slice(1) })) {
    if (edit.what === 'change' && free.has(edit.at)) continue
    expect(verifyTicks(edit.text, keys).ok && edit.at !== 'segments', `${edit.what} ${edit.at}`).toBe(false)
  }
})

test('a minute that is left out between two shows as a gap', () => {
  const [first, second] = published.segments
  expect(second).toBeDefined()
  const shorter = { ...published, segments: [first, { ...second, ticks: second?.ticks.slice(1) }] }
  expect(verifyTicks(JSON.stringify(shorter), keys).findings.map(({ is }) => is)).toEqual(['seal', 'gap'])
})

test('another instrument’s minute does not pass for this one’s', () => {
  expect(verifyTicks(JSON.stringify({ ...published, code: 'GBPUSD' }), keys).ok).toBe(false)
})

test('pages saved as one list are checked each, and a page left out between two shows as a gap', () => {
  const [first, second] = published.segments
  const page = (...segments: unknown[]) => ({ ...published, segments })
  const list = (...pages: object[]) => verifyTicks(JSON.stringify(pages), keys)
  expect(list(page(first), { code: 200, result: page(second), traceId: 't' })).toEqual({
    ok: true,
    findings: [],
    ticks: 71,
  })
  expect(list(page(second), page(first)).findings.map(({ is }) => is)).toEqual(['gap'])
  expect(list(page(first), page(first)).findings.map(({ is, at }) => [is, at])).toEqual([['gap', '[1].segments[0]']])
  const other = { ...page(second), code: 'GBPUSD' }
  expect(list(page(first), other).ok).toBe(false)
  expect(list().ok).toBe(false)
})
