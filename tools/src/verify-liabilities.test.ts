import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { recordHash, signHead } from '@evenhand/proofs/head.ts'
import type { LiabilitiesProof } from '@evenhand/proofs/liabilities/proof.ts'
import { liabilitiesPayload } from '@evenhand/proofs/liabilities/statement.ts'
import { inclusionPath, merkleRoot } from '@evenhand/proofs/merkle.ts'
import { describe, expect, test } from 'vitest'
import { owner, proofOf } from '../../proofs/test/build-liabilities.ts'
import { makeKey } from '../../proofs/test/build-receipts.ts'
import { edits } from '../../proofs/test/edit-documents.ts'
import { verifyCommand } from '../test/verify-command.ts'

const { put, run } = verifyCommand()
const key = makeKey()
const keyFile = put('public.pem', key.pem)
const owners = [owner(1, 419_000_000n, 0n), owner(2, 1_000_000_000n, 5n), owner(3, 0n, 70_000_000n)]

/** The proof with its statement as the second of two records under a signed head. */
function sealedProof(proof: LiabilitiesProof): LiabilitiesProof {
  const payload = liabilitiesPayload(proof.statement, nodeCrypto)
  const record = { seq: 1, type: 'liabilities', time: proof.statement.at, actor: 'books', payload }
  const hashes = [{ ...record, seq: 0 }, record].map((one) => recordHash(one, nodeCrypto))
  const time = proof.statement.at + 1_000
  const root = merkleRoot(hashes, nodeCrypto)
  const signed = signHead({ origin: proof.statement.origin, size: 2, root, time, build: 'test' }, { after: 0, consistency: [] }, key.signer) // prettier-ignore
  const { after: _after, consistency: _consistency, ...head } = signed
  const { payload: _payload, ...stated } = record
  return { ...proof, seal: { record: { ...stated, path: inclusionPath(hashes, 1, nodeCrypto) }, head } }
}
const proof = sealedProof(proofOf(owners, 0, { key }))
const check = (name: string, document: unknown, lang = 'en') =>
  run('pol', put(name, JSON.stringify(document)), '--key', keyFile, '--lang', lang)

describe('a proof of liabilities', () => {
  test('shows what the customer owned of what all owned, when, and where it is sealed', () => {
    const { code, lines } = check('proof.json', proof)
    expect(code).toBe(0)
    expect(lines).toEqual([
      'Balances of customer 00000000-0000-4000-8000-000000000001 at 2026-11-30T00:00:01.000Z, after ledger entry #77 (own / all customers):',
      '  USDT  419.000000 / 1419.000000',
      '  BTC  0.00000000 / 0.70000005',
      `Leaves of this customer: 1 / 3. Root: ${proof.statement.root}`,
      'The statement is in the log: 2 records, head of 2026-11-30T00:00:02.000Z.',
      `Signed with key ${key.signer.keyId}`,
      'Right: these balances are part of the signed sums. Compare them with what you owned then.',
    ])
    expect(check('response.json', { code: 200, result: proof }).code).toBe(0)
  })

  test('that is not sealed yet, or shows no balance, reports it', () => {
    expect(check('new.json', { ...proof, seal: null }).lines.join('\n')).toContain('not sealed in the log yet')
    const { code, lines } = check('nothing.json', { ...proof, leaves: [] })
    expect([code, lines.at(-1)]).toEqual([0, expect.stringContaining('this customer owned nothing then')])
  })

  test('names the sum that is not that of the leaves, in the reader’s language', () => {
    const owed = proof.statement.assets.map((one) => ({ ...one, owed: '1000000000' }))
    const cheap = proofOf(owners, 0, { key, over: { assets: owed } })
    const { code, lines } = check('cheap.json', cheap, 'de')
    expect(code).toBe(1)
    expect(lines).toContain(
      '  ✗ statement.assets[0].owed ist nicht die Summe, die sich aus dem Blatt und seinen Nachbarknoten ergibt.',
    )
    expect(lines).toContain('    erwartet: 1419000000')
  })

  test('of another key ends with 1 and reports it', () => {
    const { code, lines } = check('other.json', proofOf(owners, 0, { key: makeKey() }))
    expect([code, lines.join('\n')]).toEqual([1, expect.stringContaining('which is not the given one')])
  })

  test('that was touched anywhere ends with 1 and reports where', () => {
    // Without its leaves it is the proof of one who owned nothing. Every value is changed; of the other edits each fifth is enough.
    const tried = edits(proof)
      .filter(({ text }) => !text.includes('"leaves":[]'))
      .filter(({ what }, index) => what === 'change' || index % 5 === 0)
    const passed = tried.filter(({ text }) => {
      const { code, lines } = run('pol', put('touched.json', text), '--key', keyFile)
      return code !== 1 || !lines.some((line) => line.startsWith('  ✗ '))
    })
    expect(passed.map(({ what, at }) => `${what} ${at}`)).toEqual([])
  })
})
