import { verifyAuction } from '@evenhand/proofs/collectibles/auction-document.ts'
import { verifyContractDocument } from '@evenhand/proofs/contracts/document/verify-contract-document.ts'
import type { Finding } from '@evenhand/proofs/findings.ts'
import { verifyLiabilitiesProof } from '@evenhand/proofs/liabilities/verify-liabilities.ts'
import type { PublicKeys } from '@evenhand/proofs/public-keys.ts'
import { utcText } from '@evenhand/proofs/utc.ts'
import type { HeadsVerdict } from '@evenhand/proofs/verify-heads.ts'
import { verifyReceipt } from '@evenhand/proofs/verify-receipt.ts'
import { closeReasons } from '@evenhand/protocol/states.ts'
import { blank, type CheckedFile, type Fault } from './checked-file.ts'

const stateOf = (ok: boolean): 'right' | 'wrong' => (ok ? 'right' : 'wrong')

/** Checks the receipt of an option order. */
export function checkReceipt(name: string, text: string, keys: PublicKeys): CheckedFile {
  const { ok, findings, notes = [], arithmetic, document } = verifyReceipt(text, keys)
  const about = document === undefined ? '' : `${document.order.orderNo} · ${document.order.code}`
  return { ...blank, name, kind: 'receipt', state: stateOf(ok), about, findings, notes, lines: arithmetic }
}

/** Checks the records of a contract. */
export function checkContract(name: string, text: string, keys: PublicKeys): CheckedFile {
  const { ok, findings, notes, arithmetic, document } = verifyContractDocument(text, keys)
  const accepted: Readonly<Record<string, unknown>> | undefined = document?.records[0]
  const about = accepted === undefined ? '' : `${String(accepted['orderNo'])} · ${String(accepted['code'])}`
  const closedBy = ok ? closingOf(document?.records ?? []) : undefined
  return { ...blank, name, kind: 'contract', state: stateOf(ok), about, closedBy, findings, notes, lines: arithmetic }
}

/** What closed a contract, of its right records; undefined where it is open, or its customer closed it. */
function closingOf(records: readonly object[]): CheckedFile['closedBy'] {
  const { reason }: { reason?: unknown } = records.findLast((record) => 'reason' in record) ?? {}
  const known = closeReasons.find((one) => one === reason)
  return known === 'USER' ? undefined : known
}

/** Checks the records of a collectible. */
export function checkCollectible(name: string, text: string, keys: PublicKeys): CheckedFile {
  const { ok, findings, lines, document } = verifyAuction(text, keys)
  const about = document?.collectibleId ?? ''
  return { ...blank, name, kind: 'collectible', state: stateOf(ok), about, findings, lines }
}

/** Checks a customer's proof of liabilities: that its leaves are in the published sum, not whether they hold enough. */
export function checkLiabilities(name: string, text: string, keys: PublicKeys): CheckedFile {
  const { ok, findings, lines, document } = verifyLiabilitiesProof(text, keys)
  const found = findings.map((one): Fault => (one.is === 'recomputed' ? { ...one, is: 'summed' } : one))
  const [count, more] = [document?.leaves.length ?? 0, document?.seal === null ? 1 : 0]
  const about = document?.customerId ?? ''
  return { ...blank, name, kind: 'liabilities', state: stateOf(ok), about, count, more, findings: found, lines }
}

function placed(finding: Finding): Fault {
  const [, size, time] = /size (\d+), time (\d+)$/.exec(finding.at) ?? []
  return size === undefined ? finding : { ...finding, location: { is: 'head', size: Number(size), at: Number(time) } }
}

/** Shows what came of checking heads, which are all checked together because each continues the one before. */
export function checkedHeads(names: readonly string[], { ok, findings, heads }: HeadsVerdict): CheckedFile {
  const lines = heads.map(({ size, time, root }) => `${utcText(time)}  ${size}  ${root}`)
  const file = { ...blank, name: names.join(', '), kind: 'heads', count: heads.length, lines } as const
  return { ...file, state: stateOf(ok), findings: findings.map(placed) }
}
