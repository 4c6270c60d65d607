import { readFileSync } from 'node:fs'
import { auditEntryPayload, type AuditEntry } from '@evenhand/proofs/audit-entry.ts'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { recordHash, signHead } from '@evenhand/proofs/head.ts'
import { entryHash, entryRunPayload, type LedgerEntry } from '@evenhand/proofs/ledger-entry.ts'
import { signLiabilities } from '@evenhand/proofs/liabilities/statement.ts'
import { inclusionPath, merkleRoot } from '@evenhand/proofs/merkle.ts'
import { describe, expect, test } from 'vitest'
import { owner, proofOf } from '../../../../proofs/test/build-liabilities.ts'
import { makeDocument, makeKey, makeTicks } from '../../../../proofs/test/build-receipts.ts'
import { checkFiles, type CheckRequest, type Report } from './check-files.ts'
import type { CheckedFile } from './checked-file.ts'

const key = makeKey()
const { signer, pem } = key
const fileOf = (name: string, ...parts: string[]): File => new File(parts, name)
const json = (name: string, value: unknown): File => fileOf(name, JSON.stringify(value))

type Checked = { results: CheckedFile[]; waiting: File[]; reports: Report[] }
/** Checks files as the worker does; `earlier` is what came before them. */
async function check(files: readonly File[], earlier: Partial<CheckRequest> = {}): Promise<Checked> {
  const reports: Report[] = []
  await checkFiles(
    { files, waiting: [], keys: undefined, heads: [], ...earlier },
    { report: (one) => reports.push(one), keptKeys: () => Promise.resolve(pem) },
  )
  const found = reports.filter((one) => one.is === 'result')
  return {
    reports,
    results: found.map(({ result }) => result),
    waiting: found.flatMap(({ result, file }) => (result.state === 'waits' && file ? [file] : [])),
  }
}
const only = async (file: File): Promise<CheckedFile | undefined> => (await check([file])).results[0]

/** A log of some payloads: each record with its path, the head inside a file, and the head as it is kept. */
function logOf(payloads: readonly { type: string; payload: string }[]) {
  const records = payloads.map(({ type, payload }, seq) => ({ seq, type, time: 2000, actor: 'x', payload }))
  const leaves = records.map((record) => recordHash(record, nodeCrypto))
  const head = { origin: 'test', size: leaves.length, root: merkleRoot(leaves, nodeCrypto), time: 3000, build: 'test' }
  const kept = signHead(head, { after: 0, consistency: [] }, signer)
  const { after: _after, consistency: _consistency, ...inside } = kept
  const sealed = records.map(({ payload: _payload, ...record }, index) => ({
    ...record,
    path: inclusionPath(leaves, index, nodeCrypto),
  }))
  return { sealed, inside, kept }
}

test('a contract that its stop closed is named so, and one that was touched is not', async () => {
  const kept = (name: string): string =>
    readFileSync(new URL(`../../../../proofs/test/kept/${name}`, import.meta.url), 'utf8')
  const text = kept('contract-stopped.json')
  const checked = async (content: string) =>
    (await check([fileOf('contract.pem', kept('contract.pem')), fileOf('a.json', content)])).results[0]
  expect(await checked(text)).toMatchObject({ kind: 'contract', state: 'right', closedBy: 'SL' })
  const touched = await checked(text.replace(/(?<="reason": ?)"SL"/, '"TP"'))
  expect(touched).toMatchObject({ kind: 'contract', state: 'wrong' })
  expect(touched?.closedBy).toBeUndefined()
})

describe('recorded prices', () => {
  const { seals } = makeDocument({ ticks: makeTicks(70), seals: true, signer })
  const page = {
    code: 'EURUSD',
    day: '2026-11-21',
    segments: seals?.ticks ?? [],
    head: seals?.head ?? null,
    next: null,
  }

  test('are known bare, in a response, and as pages, and each minute is shown with its record', async () => {
    for (const value of [page, { code: 200, result: page }, [page], [{ code: 200, result: page }]])
      expect(await only(json('a.json', value))).toMatchObject({
        kind: 'ticks',
        state: 'right',
        count: 71,
        more: 2,
        about: 'EURUSD · 2026-11-21',
        lines: [expect.stringMatching(/^2026-11-21T12:00Z {2}60 {2}#41–#100 {2}→ \d+$/), expect.anything()],
      })
  })

  test('name the minute of a price that was touched', async () => {
    const touched = JSON.stringify(page).replace('1.08512', '1.08513')
    expect(await only(fileOf('a.json', touched))).toMatchObject({
      state: 'wrong',
      findings: [{ is: 'seal', location: { is: 'minute', at: 1_795_262_400_000 } }],
    })
  })

  test('of a day without any are neither right nor wrong', async () => {
    expect(await only(json('a.json', { ...page, segments: [] }))).toMatchObject({ kind: 'ticks', state: 'empty' })
  })
})

describe('a proof of liabilities', () => {
  const proof = proofOf([owner(1, 419_000_000n, 5n), owner(2, 7n, 0n)], 0, { key })

  test('is known bare and in a response, and shows what is counted of what is owed', async () => {
    for (const value of [proof, { code: 200, result: proof }])
      expect(await only(json('a.json', value))).toMatchObject({
        kind: 'liabilities',
        state: 'right',
        count: 1,
        more: 1,
        about: proof.customerId,
        lines: [expect.stringContaining('#77'), 'USDT  419.000000 / 419.000007', 'BTC  0.00000005 / 0.00000005'],
      })
    expect(await only(json('a.json', { ...proof, leaves: [] }))).toMatchObject({ state: 'right', count: 0 })
  })

  test('names a leaf that does not lead to the root, and a published sum that the leaves do not have', async () => {
    const [leaf] = proof.leaves
    const less = { ...proof, leaves: [{ ...leaf, sums: ['1', '5'] }] }
    expect(await only(json('a.json', less))).toMatchObject({
      state: 'wrong',
      findings: [{ is: 'path', at: 'leaves[0]' }],
    })
    const { keyId: _keyId, signature: _signature, ...statement } = proof.statement
    const assets = statement.assets.map((one) => (one.asset === 'BTC' ? { ...one, owed: '1' } : one))
    const cheap = { ...proof, statement: signLiabilities({ ...statement, assets }, signer) }
    expect(await only(json('a.json', cheap))).toMatchObject({
      state: 'wrong',
      findings: [{ is: 'summed', at: 'statement.assets[1].owed', expected: '5', found: '1' }],
    })
  })
})

const auditEntries = Array.from({ length: 3 }, (_, index): AuditEntry => ({
  seq: index + 1,
  at: 1000,
  operatorId: null,
  operator: 'ops',
  roles: ['risk'],
  act: 'user.restrict',
  subject: 'user:1',
  customerId: null,
  reason: `reason ${index}`,
  before: null,
  after: null,
}))

describe('actions of operators', () => {
  const log = logOf(auditEntries.map((entry) => ({ type: 'acts', payload: auditEntryPayload(entry, nodeCrypto) })))
  const rows = auditEntries.map((entry, index) => ({ ...entry, record: log.sealed[index] }))
  const page = { acts: rows, head: log.inside, next: null }
  const heads = json('heads.json', { code: 200, result: [log.kept] })

  test('wait for the head that they lead to, and are checked by themselves once it comes', async () => {
    const first = await check([json('acts.json', [page])])
    expect(first.results).toMatchObject([{ kind: 'acts', state: 'waits', needed: { size: 3, time: 3000 } }])
    const second = await check([heads], { waiting: first.waiting })
    expect(second.results).toMatchObject([
      { kind: 'heads', state: 'right', count: 1 },
      { kind: 'acts', state: 'right', count: 3, more: 0 },
    ])
    expect(second.reports.find((one) => one.is === 'result' && one.again)).toBeDefined()
  })

  test('are held against heads that came before them, and name the action that was edited', async () => {
    const { reports } = await check([heads])
    const kept = reports.find((one) => one.is === 'heads')
    const edited = rows.map((entry) => (entry.seq === 2 ? { ...entry, reason: 'a better one' } : entry))
    const { results } = await check([json('acts.json', { ...page, acts: edited })], { heads: kept?.heads ?? [] })
    expect(results).toMatchObject([{ state: 'wrong', findings: [{ is: 'seal', location: { is: 'act', no: 2 } }] }])
  })

  test('that no head covers yet are counted apart', async () => {
    const newest = { ...auditEntries[0], seq: 4, record: null }
    const { results } = await check([json('acts.json', { ...page, acts: [...rows, newest] }), heads])
    expect(results).toMatchObject([{ kind: 'heads' }, { kind: 'acts', state: 'right', count: 3, more: 1 }])
  })
})

describe('entries of the ledger', () => {
  const entry = (seq: number, lines: LedgerEntry['lines']): LedgerEntry => ({
    seq,
    at: 1000,
    kind: 'deposit',
    ref: `deposit ${seq}`,
    owner: 'user:1',
    lines,
  })
  const entries = [
    entry(1, [
      ['user:1', 'USDT', '5'],
      ['custody', 'USDT', '-5'],
    ]),
    entry(3, [
      ['user:1', 'USDT', '-2'],
      ['custody', 'USDT', '2'],
    ]),
  ]
  const runs = entries.map((one, index) => {
    const after = index === 0 ? 0 : (entries[index - 1]?.seq ?? 0)
    const leaf = entryHash(one, nodeCrypto)
    const root = merkleRoot([leaf], nodeCrypto)
    const payload = entryRunPayload({ after, upto: one.seq, size: 1, root }, nodeCrypto)
    return { after, upto: one.seq, entries: [one], sealed: [[one.seq, leaf]], payload }
  })
  const log = logOf(runs.map(({ payload }) => ({ type: 'entries', payload })))
  const lines = runs.map(({ payload: _payload, ...run }, index) =>
    JSON.stringify({ runs: [{ ...run, record: log.sealed[index] }], head: log.inside, next: run.upto }),
  )
  const heads = json('heads.json', [log.kept])

  test('are read a line at a time and proved whole', async () => {
    const file = fileOf('ledger.jsonl', `${lines.join('\n')}\n`)
    expect((await check([file])).results).toMatchObject([{ kind: 'ledger', state: 'waits', needed: { size: 2 } }])
    expect((await check([file, heads])).results).toMatchObject([
      { kind: 'heads', state: 'right' },
      { kind: 'ledger', state: 'right', count: 2, lines: ['1–1  → 2', '2–3  → 2'] },
    ])
  })

  test('name the entry that was changed, and the run that is left out', async () => {
    const changed = lines.map((line) => line.replaceAll('"-2"', '"-3"').replaceAll('"2"', '"3"'))
    expect((await check([fileOf('a', changed.join('\n')), heads])).results[1]).toMatchObject({
      state: 'wrong',
      findings: [{ is: 'changed', location: { is: 'entry', no: 3 } }],
    })
    expect((await check([fileOf('a', lines[1] ?? ''), heads])).results[1]).toMatchObject({
      state: 'wrong',
      findings: [{ is: 'missing', location: { is: 'entries', from: 1, to: 1 } }, { is: 'overdrawn' }],
    })
  })

  test('larger than can be read at once are read all the same, and nothing else is', async () => {
    const long = `${' '.repeat(1_000_000)}\n`.repeat(21)
    expect((await check([fileOf('a', lines.join('\n'), '\n', long), heads])).results[1]).toMatchObject({
      state: 'right',
    })
    await expect(check([fileOf('big.json', long)])).rejects.toMatchObject({
      problem: { is: 'tooLarge', file: 'big.json', max: 20 },
    })
  })
})

test.each([
  ['statement', '%PDF-1.7\n1 0 obj << /Producer (Evenhand) >>'],
  ['sealedPdf', '%PDF-1.7\n<< /SubFilter /ETSI.CAdES.detached /Producer (Evenhand) >>'],
  ['statement', '%PDF-1.3\n10 0 obj\n<<\n/Producer 11 0 R\n>>\nendobj\n11 0 obj\n(Evenhand)\nendobj\n'],
  ['unknown', '%PDF-1.7\n<< /Producer (Another) >>'],
  ['unknown', '%PDF-1.3\n/Producer 11 0 R\n11 0 obj\n(Another)\nendobj\n12 0 obj\n(Evenhand)\nendobj\n'],
  ['dataExport', '{\n  "exportedAt": "2026-11-30T19:02:47.734Z",\n  "tables": {}\n}'],
  ['transactions', '\uFEFFtime,kind,account,coin,amount,balance,order,instrument\r\n'],
  ['ticksTable', 'time,seq,price,kind,late\r\n2026-11-21T12:00:00.000Z,41,1.08512,live,\r\n'],
  ['unknown', 'a,b\r\n'],
  ['unknown', '{"a": 1}'],
  ['unknown', ''],
])('a file that carries nothing to check is %s', async (kind, text) => {
  expect(await only(fileOf('a', text))).toMatchObject({ kind, state: 'none', findings: [] })
})

test('a key file among the files is what they are checked with', async () => {
  const { seals } = makeDocument({ ticks: makeTicks(70), seals: true, signer })
  const page = { code: 'EURUSD', day: '2026-11-21', segments: seals?.ticks, head: seals?.head, next: null }
  const { results, reports } = await check([json('a.json', page), fileOf('other.pem', makeKey().pem)])
  expect(reports[0]).toMatchObject({ is: 'keys', keys: { name: 'other.pem' } })
  expect(results).toMatchObject([{ state: 'wrong', findings: [{ is: 'otherKey' }] }])
})
