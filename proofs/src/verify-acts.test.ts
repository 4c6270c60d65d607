import { expect, test } from 'vitest'
import { makeKey } from '../test/build-receipts.ts'
import { nodeCrypto } from './crypto-node.ts'
import { recordHash, signHead } from './head.ts'
import { inclusionPath, merkleRoot } from './merkle.ts'
import { actPayload, type AuditEntry } from './operator-act.ts'
import { verifyAuditEntries } from './verify-acts.ts'
import { verifyHeads } from './verify-heads.ts'

const { signer, keys } = makeKey()
const acts = Array.from({ length: 6 }, (_, index): AuditEntry => ({
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
  const records = some.map((act, seq) => ({
    seq,
    type: 'acts',
    time: 2000,
    actor: 'operator',
    payload: actPayload(act, nodeCrypto),
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
    acts: some.map((act, index) => {
      const { payload: _payload, ...record } = records[index] ?? { payload: '' }
      return { ...act, record: { ...record, path: inclusionPath(leaves, index, nodeCrypto) } }
    }),
    head: inside,
    next: null,
  }
  return { exported, kept: `${JSON.stringify(head)}\n` }
}
const { exported, kept } = sealOf(acts)
const check = (value: unknown) => verifyAuditEntries(JSON.stringify(value), { kept: verifyHeads([kept], keys), keys })

test('the record of operators leads to a head that was kept elsewhere', () => {
  expect(check(exported)).toEqual({ ok: true, findings: [], acts: 6 })
  expect(check([{ code: 200, result: exported, traceId: 't' }]).ok).toBe(true)
})

test('an act that was edited, deleted, or moved shows, and which', () => {
  const edited = exported.acts.map((act) => (act.seq === 3 ? { ...act, reason: 'a better one' } : act))
  expect(check({ ...exported, acts: edited }).findings).toEqual([{ is: 'seal', at: 'act 3' }])
  const fewer = exported.acts.filter(({ seq }) => seq !== 2)
  expect(check({ ...exported, acts: fewer }).findings).toEqual([{ is: 'missing', at: 'act 2' }])
  const hidden = exported.acts.map((act) => (act.seq === 4 ? { ...act, record: null } : act))
  expect(check({ ...exported, acts: hidden }).findings).toEqual([{ is: 'missing', at: 'act 4.record' }])
})

test('a record that was written again with every hash and signature is not the one whose head was kept', () => {
  const again = sealOf(acts.map((act) => (act.seq === 3 ? { ...act, reason: 'a better one' } : act)))
  expect(check(again.exported).findings.map(({ is }) => is)).toEqual(['fork'])
  const shorter = sealOf(acts.slice(0, 4))
  expect(check(shorter.exported).findings).toEqual([{ is: 'seal', at: '[0].head' }])
})
