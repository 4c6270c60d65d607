import type { EngineEffect } from '@evenhand/proofs/contracts/engine/effects.ts'
import { binaryArray } from '../../../kernel/db/binary-array.ts'
import { sql, type Fragment } from '../../../kernel/db/db.ts'
import { sqlList } from '../../../kernel/db/sql-list.ts'
import { accountOfKey } from './account-of-key.ts'
import { tickColumns } from './opened-batch.ts'

export type ClosedEffect = Extract<EngineEffect, { is: 'closed' }>

/** Closings as an argument of `contracts.close_positions`; `childOf` names the row of history of each. */
export function closedBatch(closings: readonly ClosedEffect[], childOf: (closing: ClosedEffect) => string): Fragment {
  const keys = closings.map(({ position }) => accountOfKey(position.account))
  const { tickIndexes, columns } = tickColumns(closings)
  const { bigint, smallint, uuid } = binaryArray
  const amounts = (amountOf: (closing: ClosedEffect) => bigint): Buffer => bigint(closings.map(amountOf))
  return sql`row(${bigint(keys.map(({ id }) => id))}::bigint[],
    ${uuid(closings.map(({ position }) => position.id))}::uuid[], ${uuid(closings.map(childOf))}::uuid[],
    ${smallint(keys.map(({ asset }) => asset))}::smallint[], ${amounts(({ lots }) => lots)}::bigint[],
    ${amounts(({ closing }) => closing.feeClose)}::bigint[], ${amounts(({ closing }) => closing.profit)}::bigint[],
    ${amounts(({ price }) => price)}::bigint[], ${tickIndexes}::int[],
    ${sqlList(closings.map(({ reason }) => reason))}::text[], ${amounts(({ money }) => money.customer)}::bigint[],
    ${amounts(({ money }) => money.reserve)}::bigint[], ${amounts(({ money }) => money.revenue)}::bigint[],
    ${amounts(({ money }) => money.rounding)}::bigint[], ${amounts(({ money }) => money.short)}::bigint[],
    ${amounts(({ money }) => money.repaid)}::bigint[],
    ${bigint(closings.map(({ closeOut }) => closeOut))}::bigint[], ${columns}
    )::contracts.closed_batch`
}

/** The same closings in as many rounds as the position that closes most often needs, in their order. */
export function onceEach(closings: readonly ClosedEffect[]): ClosedEffect[][] {
  const rounds: ClosedEffect[][] = []
  const counts = new Map<string, number>()
  for (const closing of closings) {
    const round = counts.get(closing.position.id) ?? 0
    counts.set(closing.position.id, round + 1)
    ;(rounds[round] ??= []).push(closing)
  }
  return rounds
}
