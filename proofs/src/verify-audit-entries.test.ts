import { expect, test } from 'vitest'
import { makeKey } from '../test/build-receipts.ts'
import { nodeCrypto } from './crypto-node.ts'
import { recordHash, signHead } from './head.ts'
import { inclusionPath, merkleRoot } from './merkle.ts'
import { auditEntryPayload, type AuditEntry } from './audit-entry.ts'
import { verifyAuditEntries } from './verify-audit-entries.ts'
import { verifyHeads } from './verify-heads.ts'

const { signer, keys } = makeKey()
const entries = Array.from({ length: 6 }, (_, index): AuditEntry => ({
  seq: index + 1,
  at: 1000 + index,
  operatorId: null,
  operator: 'ops',
  roles: ['risk'],
  act: 'user.restrict',
  subject: `user:${index}`,
  customerId: null,
  reason: `reason ${index}`,
  before: null,
  after: '{"a":1}',
}))
const sealOf = (some: readonly AuditEntry[]) => {
  const records = some.map((entry, seq) => ({
    seq,
    type: 'acts',
    time: 2000,
    actor: 'operator',
    payload: auditEntryPayload(entry, nodeCrypto),
  }))
  const leaves = records.map((record) => recordHash(record, nodeCrypto))
  const unsigned = {
    origin: 'evenhand/test',
    size: leaves.length,
    root: merkleRoot(leaves, nodeCrypto),
    time: 3000,
    build: 'test',
  }
  const head = signHead(unsigned, { after: 0, consistency: [] }, signer)
  const { after: _after, consistency: _consistency, ...inside } = head
  const exported = {
    acts: some.map((entry, index) => {
      const { payload: _payload, ...record } = records[index] ?? { payload: '' }
      return { ...entry, record: { ...record, path: inclusionPath(leaves, index, nodeCrypto) } }
    }),
    head: inside,
    next: null,
  }
  return { exported, kept: `${JSON.stringify(head)}\n` }
}
const { exported, kept } = sealOf(entries)
const check = (value: unknown) => verifyAuditEntries(JSON.stringify(value), { kept: verifyHeads([kept], keys), keys })

test('the record of operators leads to a head that was kept elsewhere', () => {
  expect(check(exported)).toEqual({ ok: true, findings: [], entries: 6 })
  expect(check([{ code: 200, result: exported, traceId: 't' }]).ok).toBe(true)
})

test('an audit entry that was edited, deleted, or moved shows, and which', () => {
  const edited = exported.acts.map((entry) => (entry.seq === 3 ? { ...entry, reason: 'a better one' } : entry))
  expect(check({ ...exported, acts: edited }).findings).toEqual([{ is: 'seal', at: 'act 3' }])
  const fewer = exported.acts.filter(({ seq }) => seq !== 2)
  expect(check({ ...exported, acts: fewer }).findings).toEqual([{ is: 'missing', at: 'act 2' }])
  const hidden = exported.acts.map((entry) => (entry.seq === 4 ? { ...entry, record: null } : entry))
  expect(check({ ...exported, acts: hidden }).findings).toEqual([{ is: 'missing', at: 'act 4.record' }])
})

test('a record that was written again with every hash and signature is not the one whose head was kept', () => {
  const again = sealOf(entries.map((entry) => (entry.seq === 3 ? { ...entry, reason: 'a better one' } : entry)))
  expect(check(again.exported).findings.map(({ is }) => is)).toEqual(['fork'])
  const shorter = sealOf(entries.slice(0, 4))
  expect(check(shorter.exported).findings).toEqual([{ is: 'seal', at: '[0].head' }])
})
