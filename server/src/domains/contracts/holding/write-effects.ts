import type { EngineEffect } from '@evenhand/proofs/contracts/engine/effects.ts'
import { sql, type Db } from '../../../kernel/db/db.ts'
import { uuidV7 } from '../../../kernel/ids.ts'
import { dateOf } from '../../../kernel/time/clock.ts'
import type { NewRecord } from '../contract-records.ts'
import { signedRecords } from '../contract-records.ts'
import type { ContractsDeps } from '../contracts.deps.ts'
import type { NotificationEvent } from '../../notices/index.ts'
import { accountOfKey } from './account-of-key.ts'
import { closedBatch, onceEach } from './closed-batch.ts'
import { openedBatch, risksOf } from './opened-batch.ts'
import { noticesOfEffect } from './notices-of-effects.ts'
import { recordOfEffect, recordOfStops, type RecordContext } from './records-of-effects.ts'
import type { Outcome, StopsChange } from './requests.ts'

type EffectOf<Is extends EngineEffect['is']> = Extract<EngineEffect, { is: Is }>
/** What one second of the record came to. */
export type SecondEffects = {
  effects: readonly EngineEffect[]
  stops: readonly StopsChange[]
  outcomes: readonly Outcome[]
}
type Item = Record<string, string | number | null>

const iso = (ms: number): string => dateOf(ms).toISOString()
const numeric = (units: bigint | null): string | null => (units === null ? null : String(units))

const endedItem = ({ order, status, tick, price, repaid }: EffectOf<'ended'>): Item => ({
  account: accountOfKey(order.account).account,
  id: order.id,
  status,
  seq: tick?.seq ?? null,
  ts: tick === null ? null : iso(tick.ts),
  tick: numeric(tick?.price ?? null),
  price: numeric(price),
  repaid: String(repaid),
})

const ofKind = <Is extends EngineEffect['is']>(effects: readonly EngineEffect[], is: Is): EffectOf<Is>[] =>
  effects.filter((effect): effect is EffectOf<Is> => effect.is === is)

/** How many effects are signed as one batch and written by one statement a kind. */
const largestPart = 1_000
/** The first part is small: the database is at work while the records of the next are made. */
const firstPart = 100

/**
 * Writes what one second came to, a part after the other. Runs in the caller's transaction; throws where a row or a balance is
 * no longer that of the book. While the database writes one part, the next one's records are hashed and signed.
 */
export async function writeEffects(tx: Db<'contracts'>, second: SecondEffects, params: WriteParams): Promise<void> {
  let writing: Promise<void> | undefined
  try {
    for (const part of partsOf(second)) {
      const prepared = prepare(part, params)
      await writing
      writing = write(tx, prepared, params)
      // A failure is thrown where it is awaited.
      writing.catch(() => undefined)
      // The statement is on its way before the next part is prepared.
      await new Promise(setImmediate)
    }
  } finally {
    // Also where the next part fails: the caller rolls back behind this one.
    await writing
  }
}

type WriteParams = { deps: Pick<ContractsDeps, 'signer' | 'origin' | 'enqueueNotices'>; at: number }

function* partsOf({ effects, stops, outcomes }: SecondEffects): Generator<SecondEffects> {
  const length = Math.max(effects.length, stops.length, outcomes.length)
  for (let [from, to] = [0, firstPart]; from < length; [from, to] = [to, to + largestPart]) {
    const cut = <T>(all: readonly T[]): readonly T[] => all.slice(from, to)
    yield { effects: cut(effects), stops: cut(stops), outcomes: cut(outcomes) }
  }
}

type Prepared = { statements: readonly Statement[]; notices: readonly NotificationEvent[] }
type Statement = ReturnType<typeof sql>

/** What is written of a part: orders that ended, positions that closed, negative balances that were paid, positions that opened, financing, stops, requests, and the signed record of each. */
function prepare({ effects, stops, outcomes }: SecondEffects, { deps, at }: WriteParams): Prepared {
  const children = new Map<EngineEffect, string>()
  for (const effect of ofKind(effects, 'closed'))
    children.set(effect, effect.rest === null ? effect.position.id : uuidV7(at))
  const childOf = (effect: EngineEffect): string | null => children.get(effect) ?? null
  const when = dateOf(at)
  const opened = ofKind(effects, 'opened')
  const some = (items: readonly Item[], call: (json: string) => Statement): Statement[] =>
    items.length === 0 ? [] : [call(JSON.stringify(items))]
  const records = recordsOfSecond({ effects, stops }, { origin: deps.origin, at, childOf })
  const statements = [
    ...some(
      ofKind(effects, 'ended').map(endedItem),
      (json) => sql`select contracts.end_orders(${json}::jsonb, ${when})`,
    ),
    ...onceEach(ofKind(effects, 'closed')).map(
      (round) =>
        sql`select contracts.close_positions(${closedBatch(round, (one) => childOf(one) ?? '')}, ${risksOf(round)}::bigint[], ${when})`,
    ),
    ...some(
      ofKind(effects, 'protected').map((effect) => protectedItem(effect, at)),
      (json) => sql`select contracts.protect(${json}::jsonb, ${when})`,
    ),
    ...some(
      ofKind(effects, 'warned').map(marginCallItem),
      (json) => sql`select contracts.keep_margin_calls(${json}::jsonb, ${when})`,
    ),
    ...(opened.length === 0
      ? []
      : [sql`select contracts.open_positions(${openedBatch(opened)}, ${risksOf(opened)}::bigint[], ${when})`]),
    ...some(
      ofKind(effects, 'financed').map(financedItem),
      (json) => sql`select contracts.finance_positions(${json}::jsonb)`,
    ),
    ...some(stops.map(stopsItem), (json) => sql`select contracts.set_stops(${json}::jsonb)`),
    ...some(outcomesOf({ effects, outcomes, childOf }), (json) => sql`select contracts.end_requests(${json}::jsonb)`),
    ...(records.length === 0
      ? []
      : [sql`select contracts.keep_records(${signedRecords(records, { signer: deps.signer, at }).argument})`]),
  ]
  return { statements, notices: effects.flatMap((effect) => noticesOfEffect(effect, { at, childOf })) }
}

async function write(tx: Db<'contracts'>, { statements, notices }: Prepared, { deps }: WriteParams): Promise<void> {
  for (const statement of statements) await statement.execute(tx)
  if (notices.length > 0) await deps.enqueueNotices?.(tx as never, notices)
}

const protectedItem = ({ account, amount }: EffectOf<'protected'>, at: number): Item => ({
  account: accountOfKey(account).account,
  asset: accountOfKey(account).asset,
  id: uuidV7(at),
  amount: String(amount),
})

const marginCallItem = ({ account, percent, level }: EffectOf<'warned'>): Item => ({
  account: accountOfKey(account).account,
  asset: accountOfKey(account).asset,
  percent: Number(percent),
  level: String(level),
})

const financedItem = ({ position, amount }: EffectOf<'financed'>): Item => ({
  account: accountOfKey(position.account).account,
  id: position.id,
  amount: String(amount),
})

const stopsItem = ({ request, contract, closeOut }: StopsChange): Item => ({
  account: String(request.accountId),
  id: contract.id,
  stopLoss: numeric(request.stops.stopLoss),
  takeProfit: numeric(request.stops.takeProfit),
  closeOut: numeric(closeOut),
})

type ChildOf = RecordContext['childOf']

/** What came of requests: of those that were decided, of the call that closed, and of what waited on a position that is gone. */
function outcomesOf({
  effects,
  outcomes,
  childOf,
}: Pick<SecondEffects, 'effects' | 'outcomes'> & { childOf: ChildOf }): Item[] {
  return [
    ...outcomes,
    ...ofKind(effects, 'closed').flatMap((effect): Outcome[] => {
      const done =
        effect.request === null ? [] : [{ id: effect.request.id, outcome: 'done', result: childOf(effect) } as const]
      const left = effect.rest === null ? effect.position.closeRequests.filter((one) => one !== effect.request) : []
      return [...done, ...left.map(({ id }) => ({ id, outcome: 'gone', result: null }) as const)]
    }),
  ]
}

const recordsOfSecond = (
  { effects, stops }: Pick<SecondEffects, 'effects' | 'stops'>,
  context: RecordContext,
): NewRecord[] => [
  ...stops.map((change) => recordOfStops(change, context)),
  ...effects.flatMap((effect) => recordOfEffect(effect, context)),
]
