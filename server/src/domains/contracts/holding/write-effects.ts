import type { EngineAccount } from '@evenhand/proofs/contracts/engine/book.ts'
import type { EngineEffect } from '@evenhand/proofs/contracts/engine/effects.ts'
import { sql, type Db } from '../../../kernel/db/db.ts'
import { uuidV7 } from '../../../kernel/ids.ts'
import { dateOf } from '../../../kernel/time/clock.ts'
import type { NewRecord } from '../contract-records.ts'
import { signedRecords } from '../contract-records.ts'
import type { ContractsDeps } from '../contracts.deps.ts'
import { accountOfKey } from './account-of-key.ts'
import { noticesOfEffect } from './notices-of-effects.ts'
import { recordOfEffect, recordOfStops } from './records-of-effects.ts'
import type { Outcome, StopsChange } from './requests.ts'

type Of<Is extends EngineEffect['is']> = Extract<EngineEffect, { is: Is }>
/** What one second of the record came to. */
export type SecondEffects = {
  effects: readonly EngineEffect[]
  stops: readonly StopsChange[]
  outcomes: readonly Outcome[]
}
type Item = Record<string, string | number | null>

const iso = (ms: number): string => dateOf(ms).toISOString()
const numeric = (units: bigint | null): string | null => (units === null ? null : String(units))

const openedItem = ({ position, tick, opening, price, closeOut }: Of<'opened'>): Item => ({
  account: accountOfKey(position.account).account,
  id: position.id,
  units: String(opening.units),
  notional: String(opening.notional),
  price: String(price),
  seq: tick.seq,
  ts: iso(tick.ts),
  tick: String(tick.price),
  margin: String(opening.margin),
  fee: String(opening.fee),
  received: String(opening.feeReceived),
  closeOut: numeric(closeOut),
  expires: position.expiresAt === null ? null : iso(position.expiresAt),
})

const endedItem = ({ order, status, tick, price }: Of<'ended'>): Item => ({
  account: accountOfKey(order.account).account,
  id: order.id,
  status,
  seq: tick?.seq ?? null,
  ts: tick === null ? null : iso(tick.ts),
  tick: numeric(tick?.price ?? null),
  price: numeric(price),
})

const closedItem = ({ position, lots, tick, price, reason, closing, money }: Of<'closed'>, child: string): Item => ({
  ...accountOfKey(position.account),
  id: position.id,
  child,
  lots: String(lots),
  units: String(position.units - (closing.rest?.units ?? 0n)),
  margin: String(closing.marginReleased),
  feeOpen: String(closing.feeOpen),
  financing: String(closing.financing),
  feeClose: String(closing.feeClose),
  profit: String(closing.profit),
  price: String(price),
  seq: tick.seq,
  ts: iso(tick.ts),
  tick: String(tick.price),
  reason,
  customer: String(money.customer),
  reserve: String(money.reserve),
  revenue: String(money.revenue),
  rounding: String(money.rounding),
  short: String(money.short),
  repaid: String(money.repaid),
})

/** What open positions of an account may still lose of its free balance, and what it owes. */
export const riskOf = ({ floating, debt }: EngineAccount): bigint => (floating < 0n ? -floating : 0n) + debt

const accountItem = (account: EngineAccount): Item => ({
  ...accountOfKey(account),
  debt: String(account.debt),
  warned: account.warned === null ? null : Number(account.warned),
  closing: account.closingOut?.id ?? null,
  after: account.closingOut?.afterSeq ?? null,
  atRisk: String(riskOf(account)),
})

/** Keeps what accounts owe, were warned of, and may still lose. */
export async function noteAccounts(db: Db<'contracts'>, accounts: readonly EngineAccount[]): Promise<void> {
  if (accounts.length === 0) return
  await sql`select contracts.note_accounts(${JSON.stringify(accounts.map(accountItem))}::jsonb)`.execute(db)
}

const ofKind = <Is extends EngineEffect['is']>(effects: readonly EngineEffect[], is: Is): Of<Is>[] =>
  effects.filter((effect): effect is Of<Is> => effect.is === is)

/**
 * Writes what one second came to: orders that ended, positions that closed, negative balances that were paid, positions that
 * opened, financing, stops, requests, and the signed record of each. Runs in the caller's transaction; throws where a row
 * or a balance is no longer what the book said.
 */
export async function writeEffects(
  tx: Db<'contracts'>,
  { effects, stops, outcomes }: SecondEffects,
  { deps, at }: { deps: Pick<ContractsDeps, 'signer' | 'origin' | 'enqueueNotices'>; at: number },
): Promise<void> {
  const children = new Map<EngineEffect, string>()
  for (const effect of ofKind(effects, 'closed'))
    children.set(effect, effect.rest === null ? effect.position.id : uuidV7(at))
  const run = async (items: readonly Item[], call: (json: string) => ReturnType<typeof sql>): Promise<void> => {
    if (items.length > 0) await call(JSON.stringify(items)).execute(tx)
  }
  const when = dateOf(at)
  await run(
    ofKind(effects, 'ended').map(endedItem),
    (json) => sql`select contracts.end_orders(${json}::jsonb, ${when})`,
  )
  for (const round of onceEach(ofKind(effects, 'closed'))) {
    const items = round.map((effect) => closedItem(effect, children.get(effect) ?? ''))
    await run(items, (json) => sql`select contracts.close_positions(${json}::jsonb, ${when})`)
  }
  await run(
    ofKind(effects, 'protected').map(({ account, amount }) => ({
      ...accountOfKey(account),
      id: uuidV7(at),
      amount: String(amount),
    })),
    (json) => sql`select contracts.protect(${json}::jsonb, ${when})`,
  )
  await run(
    ofKind(effects, 'opened').map(openedItem),
    (json) => sql`select contracts.open_positions(${json}::jsonb, ${when})`,
  )
  await run(
    ofKind(effects, 'financed').map(({ position, amount }) => ({
      account: accountOfKey(position.account).account,
      id: position.id,
      amount: String(amount),
    })),
    (json) => sql`select contracts.finance_positions(${json}::jsonb)`,
  )
  await run(stops.map(stopsItem), (json) => sql`select contracts.set_stops(${json}::jsonb)`)
  await run(outcomesOf({ effects, outcomes, children }), (json) => sql`select contracts.end_requests(${json}::jsonb)`)
  const childOf = (effect: EngineEffect): string | null => children.get(effect) ?? null
  const notices = effects.flatMap((effect) => noticesOfEffect(effect, { at, childOf }))
  if (notices.length > 0) await deps.enqueueNotices?.(tx as never, notices)
  await keepRecords(tx, recordsOfSecond({ effects, stops, children }, { origin: deps.origin, at }), {
    signer: deps.signer,
    at,
  })
}

const stopsItem = ({ request, of, closeOut }: StopsChange): Item => ({
  account: String(request.accountId),
  id: of.id,
  stopLoss: numeric(request.stops.stopLoss),
  takeProfit: numeric(request.stops.takeProfit),
  closeOut: numeric(closeOut),
})

type Children = ReadonlyMap<EngineEffect, string>

/** What came of requests: of those that were decided, of the call that closed, and of what waited on a position that is gone. */
function outcomesOf({
  effects,
  outcomes,
  children,
}: Pick<SecondEffects, 'effects' | 'outcomes'> & { children: Children }): Item[] {
  return [
    ...outcomes,
    ...ofKind(effects, 'closed').flatMap((effect): Outcome[] => {
      const done =
        effect.request === null
          ? []
          : [{ id: effect.request.id, outcome: 'done', result: children.get(effect) ?? null } as const]
      const left = effect.rest === null ? effect.position.closeRequests.filter((one) => one !== effect.request) : []
      return [...done, ...left.map(({ id }) => ({ id, outcome: 'gone', result: null }) as const)]
    }),
  ]
}

function recordsOfSecond(
  { effects, stops, children }: Pick<SecondEffects, 'effects' | 'stops'> & { children: Children },
  { origin, at }: { origin: string; at: number },
): NewRecord[] {
  const context = { origin, at, childOf: (effect: EngineEffect) => children.get(effect) ?? null }
  return [
    ...stops.map((change) => recordOfStops(change, context)),
    ...effects.flatMap((effect) => recordOfEffect(effect, context)),
  ]
}

async function keepRecords(
  tx: Db<'contracts'>,
  records: readonly NewRecord[],
  params: Parameters<typeof signedRecords>[1],
): Promise<void> {
  if (records.length === 0) return
  await sql`select contracts.keep_records(${signedRecords(records, params).argument})`.execute(tx)
}

/** The same closings in as many rounds as the position that closes most often needs, in their order. */
function onceEach(closings: readonly Of<'closed'>[]): Of<'closed'>[][] {
  const rounds: Of<'closed'>[][] = []
  const counts = new Map<string, number>()
  for (const closing of closings) {
    const round = counts.get(closing.position.id) ?? 0
    counts.set(closing.position.id, round + 1)
    ;(rounds[round] ??= []).push(closing)
  }
  return rounds
}
