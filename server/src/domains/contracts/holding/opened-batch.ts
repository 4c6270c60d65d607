import type { EngineEffect } from '@evenhand/proofs/contracts/engine/effects.ts'
import type { EngineAccount, EngineTick } from '@evenhand/proofs/contracts/engine/book.ts'
import { binaryArray } from '../../../kernel/db/binary-array.ts'
import { sql, type Fragment } from '../../../kernel/db/db.ts'
import { sqlList } from '../../../kernel/db/sql-list.ts'
import { accountOfKey } from './account-of-key.ts'
import { riskOf } from './note-accounts.ts'

export type OpenedEffect = Extract<EngineEffect, { is: 'opened' }>

/** Ticks that several effects of a batch name, each once: its index from one, and the columns of them all. */
export function tickColumns(effects: readonly { tick: EngineTick }[]) {
  const tickIndexes = new Map<EngineTick, number>()
  for (const { tick } of effects) if (!tickIndexes.has(tick)) tickIndexes.set(tick, tickIndexes.size + 1)
  const ticks = [...tickIndexes.keys()]
  const { bigint, integer, timestamptz } = binaryArray
  return {
    tickIndexes: integer(effects.map(({ tick }) => tickIndexes.get(tick) ?? 0)),
    columns: sql`${bigint(ticks.map(({ seq }) => seq))}::bigint[], ${timestamptz(ticks.map(({ ts }) => ts))}::timestamptz[],
      ${bigint(ticks.map(({ price }) => price))}::bigint[]`,
  }
}

/** Openings as an argument of `contracts.open_positions`. */
export function openedBatch(opened: readonly OpenedEffect[]): Fragment {
  const { bigint, timestamptz, uuid } = binaryArray
  const { tickIndexes, columns } = tickColumns(opened)
  return sql`row(${bigint(opened.map(({ position }) => accountOfKey(position.account).id))}::bigint[],
    ${uuid(opened.map(({ position }) => position.id))}::uuid[],
    ${sqlList(opened.map(({ opening }) => opening.units))}::numeric[],
    ${bigint(opened.map(({ opening }) => opening.notional))}::bigint[], ${bigint(opened.map(({ price }) => price))}::bigint[],
    ${tickIndexes}::int[], ${bigint(opened.map(({ opening }) => opening.margin))}::bigint[],
    ${bigint(opened.map(({ opening }) => opening.fee))}::bigint[],
    ${bigint(opened.map(({ opening }) => opening.feeReceived))}::bigint[],
    ${bigint(opened.map(({ closeOut }) => closeOut))}::bigint[],
    ${timestamptz(opened.map(({ position }) => position.expiresAt))}::timestamptz[], ${columns})::contracts.opened_batch`
}

/** What the positions of each account may lose of its free balance after these openings or closings. */
export const risksOf = (effects: readonly { position: { account: EngineAccount } }[]): Buffer =>
  binaryArray.bigint(effects.map(({ position }) => riskOf(position.account)))
