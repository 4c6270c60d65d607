import type { RecordFields } from '@evenhand/proofs/contracts/recompute-contract.ts'
import { formatUnits, parseUnits } from '@evenhand/protocol/money.ts'
import { accountAt } from './account-at.ts'
import type { AuditFinding } from './audit-log.ts'
import type { BooksDeps, ReplayedContract } from './books.deps.ts'
import type { CloseOutDoubt } from './contract-close-outs.ts'

/** A level is decided within the second of the newest tick, and its closing comes at the next. */
const withinSecond = { pricesBefore: 1_000, pricesAfter: 999, entriesAfter: 900 }
const atTick = { pricesBefore: 0, pricesAfter: 0, entriesAfter: 3_000 }
/** What was decided later than this after its tick was made up for a silence; entries of then have other times. */
const promptMs = 5_000

/**
 * Holds the close-outs of a contract against its account. One that should have come: with all money of the account counted,
 * its level was at 50 % or below at a tick beyond the recorded price. One that should not have come: margin or equity, as
 * they were recorded, are not what positions, ticks and entries come to.
 */
export async function judgeCloseOut(
  deps: BooksDeps,
  { accountId, orderId, records }: ReplayedContract,
  doubt: CloseOutDoubt,
): Promise<AuditFinding[]> {
  const body = records[0]?.body
  const mode = body?.['mode'] === 'real' ? 'real' : 'virtual'
  const at = `contract ${orderId}`
  const { ts, seq } = doubt.tick
  if (doubt.is === 'passed') {
    const account = await accountAt(deps, { accountId, mode, at: ts, ...atTick, code: String(body?.['code']) })
    if (account === undefined || account.highest * 2n > account.margin) return []
    return [{ at: `${at} close-out`, expected: `tick ${seq}, ${ts}`, found: 'nothing' }]
  }
  if (Number(doubt.record['at']) > ts + promptMs) return []
  const account = await accountAt(deps, { accountId, mode, at: ts, ...withinSecond })
  if (account === undefined) return []
  return compareBegun(doubt.record, account).map((one) => ({ ...one, at: `${at} ${one.at}` }))
}

function compareBegun(
  record: RecordFields,
  { margin, lowest, highest }: { margin: bigint; lowest: bigint; highest: bigint },
): AuditFinding[] {
  const stated = parseUnits(record['equity'], 6) ?? 0n
  const [found, expected] = [String(record['margin']), formatUnits(margin, 6)]
  return [
    ...(found === expected ? [] : [{ at: 'closingOut.margin', expected, found }]),
    ...(stated >= lowest && stated <= highest
      ? []
      : [
          {
            at: 'closingOut.equity',
            expected: `${formatUnits(lowest, 6)} to ${formatUnits(highest, 6)}`,
            found: String(record['equity']),
          },
        ]),
  ]
}
