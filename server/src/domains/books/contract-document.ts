import {
  contractDocument,
  type ContractDocument,
  type ContractSeals,
} from '@evenhand/proofs/contracts/document/contract-document.ts'
import { rateSourceOf } from '@evenhand/proofs/contracts/quote-rate.ts'
import type { SignedRecord } from '@evenhand/proofs/contracts/verify-contract.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { BooksDeps } from './books.deps.ts'
import { newestHeads, recordsOf } from './books.store.ts'
import { lastTickBefore } from './last-tick.ts'
import { headInside, sealedRecords, sealedSegments } from './seals-of.ts'

/** A contract has few records; the minutes of one that was open for months are those of its newest. */
const maxMinutes = 200

/**
 * The records of a contract as a document that anyone can check offline: each under the signature of its batch, with its
 * position in the log and the minutes of the ticks that it names. Refuses notFound for an unknown contract or one of another
 * customer.
 */
export async function contractReceipt(
  deps: BooksDeps,
  params: { accountId: bigint; orderId: string },
): Promise<ContractDocument> {
  const signed = await deps.contracts?.signedRecords(params)
  if (signed === undefined) throw refuse('notFound')
  const seals = await sealsOfContract(deps, signed)
  return contractDocument(
    signed.map(({ record }) => record),
    { seals, signer: deps.signing },
  )
}

/** The proofs of all records, or null while the log has not sealed them all. Ticks past their retention are left out. */
async function sealsOfContract(
  deps: BooksDeps,
  signed: readonly { record: SignedRecord; batchSeq: bigint }[],
): Promise<ContractSeals | null> {
  const [head] = await newestHeads(deps.db, 1)
  const records = signed.map(({ record }) => record)
  const [accepted] = records
  if (head === undefined || accepted === undefined) return null
  const found = await recordsOf(deps.db, { type: 'contracts', sources: signed.map(({ batchSeq }) => batchSeq) })
  const sealed = await sealedRecords(deps, { records: found, head })
  const batches = signed.flatMap(({ batchSeq }) => sealed.get(batchSeq) ?? [])
  if (batches.length < signed.length) return null
  const code = String(accepted['code'])
  const times = timesOf(records)
  const ticks = await sealedSegments(deps, { code, minutes: minutesOf(times), head })
  const pair = rateSourceOf(String((accepted['instrument'] as { quote?: unknown })?.quote))
  const rates =
    pair === null
      ? []
      : await sealedSegments(deps, { code: pair.code, minutes: await pairMinutes(deps, pair.code, times), head })
  return { ticks: [...ticks, ...rates], batches, head: headInside(head) }
}

/** When something was decided by a tick, and from when on it was waited for, epoch milliseconds. */
function timesOf(records: readonly SignedRecord[]): number[] {
  return records.flatMap((record) => {
    const tick = record['tick'] as { ts: number } | null | undefined
    const times = [tick?.ts, record['midnight'], record['requestedAt'], record.kind === 'accepted' ? record.at : null]
    return times.filter((time) => typeof time === 'number')
  })
}

const minutesOf = (times: readonly number[]): number[] =>
  [...new Set(times.map((time) => Math.floor(time / minuteMs)))].toSorted((a, b) => a - b).slice(-maxMinutes)

/** The minutes of the ticks of a pair that were its newest at some times: within a second, and before it. */
async function pairMinutes(deps: BooksDeps, code: string, times: readonly number[]): Promise<number[]> {
  const newest = await Promise.all(
    minutesOf(times).map(
      async (minute) => (await lastTickBefore(deps.markets, { code, before: minute * minuteMs }))?.ts ?? [],
    ),
  )
  return minutesOf([...times, ...newest.flat()])
}
