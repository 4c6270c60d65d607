import { formatUnits } from '@evenhand/protocol/money.ts'
import { nodeCrypto } from '../src/crypto-node.ts'
import { optionTermsHash, type OptionTermRow } from '../src/option-terms.ts'
import type { PublishedParam } from '../src/published-params.ts'
import { makeOrder, makeReceipt, noon, type TestKey } from './build-receipts.ts'

const tableOf = (payoutPpm: bigint): OptionTermRow[] =>
  [60, 120].map((limitTime) => ({
    limitTime,
    min: 5_000_000n,
    max: 200_000_000n,
    payoutPpm,
    earlySale: limitTime === 120,
  }))

function optionTerms(version: number, payoutPpm: bigint): PublishedParam {
  const table = tableOf(payoutPpm)
  const rows = table.map(({ limitTime, min, max, payoutPpm: rate, earlySale }) => ({
    limitTime,
    min: formatUnits(min, 6, 2),
    max: formatUnits(max, 6, 2),
    payoutRate: formatUnits(rate, 6, 2),
    earlySale,
  }))
  const decided = version > 1
  return {
    key: 'options',
    version,
    value: JSON.stringify(rows),
    hash: optionTermsHash(table, nodeCrypto),
    reason: decided ? 'a lower rate' : null,
    approvedAt: decided ? noon : null,
    appliesAt: decided ? noon + 86_400_000 : null,
  }
}
const resale = '{"on":false}'

/** The terms of options in two versions, of which the second holds a day after noon, and a switch. */
export const versions: readonly PublishedParam[] = [
  optionTerms(1, 940_000n),
  { key: 'resale', version: 1, value: resale, hash: nodeCrypto.sha256(resale), reason: null, approvedAt: null, appliesAt: null }, // prettier-ignore
  optionTerms(2, 900_000n),
]

/** The receipt of an order that was accepted at a moment, under a version of the terms above. */
export function receiptUnder(
  version: number,
  { at, signer, rate }: { at: number; signer: TestKey['signer']; rate?: string },
) {
  const paramsHash = versions.find((one) => one.key === 'options' && one.version === version)?.hash ?? '11'.repeat(32)
  const payoutRate = rate ?? (version === 1 ? '0.940000' : '0.900000')
  return makeReceipt(makeOrder({ acceptedAt: at, payoutRate, paramsVersion: version, paramsHash }), signer)
}
