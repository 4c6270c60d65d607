import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { verifyContractDocument } from './contracts/document/verify-contract-document.ts'
import { nodeCrypto } from './crypto-node.ts'
import { nobleCrypto } from './crypto-noble.ts'
import { readPublicKeys } from './public-keys.ts'
import { verifyReceipt } from './verify-receipt.ts'

const kept = (name: string): string => readFileSync(new URL(`../test/kept/${name}`, import.meta.url), 'utf8')

// Customers keep their receipts. These were written when the form was made; a change that cannot read them any more
// needs another version of the form beside this one, not another file here.
test.each([
  ['won-and-sealed.json', 'gain = +⌊100.000000 × 0.940000⌋ = +94.000000'],
  ['sold-early.json', 'price = 100.000000 × (1 + 0.940000) × 0.480673 × 0.98 = 91.390000'],
])('%s is right for ever', (name, line) => {
  for (const crypto of [nodeCrypto, nobleCrypto]) {
    const keys = readPublicKeys(kept('public.pem'), crypto)
    const verdict = keys && verifyReceipt(kept(name), keys)
    expect(verdict).toMatchObject({ ok: true, findings: [] })
    expect(verdict?.arithmetic.join('\n')).toContain(line)
  }
})

test('the document of a contract is right for ever', () => {
  for (const crypto of [nodeCrypto, nobleCrypto]) {
    const keys = readPublicKeys(kept('contract.pem'), crypto)
    const verdict = keys && verifyContractDocument(kept('contract-stopped.json'), keys)
    expect(verdict).toMatchObject({ ok: true, findings: [], notes: [] })
  }
})
