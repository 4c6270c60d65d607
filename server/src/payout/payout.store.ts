import type { Assertion } from '@evenhand/protocol/operator-route.ts'
import { withdrawalClasses } from '@evenhand/protocol/withdrawals.ts'
import type { WithdrawalStatus, WithdrawalWait } from '@evenhand/protocol/states.ts'
import { withdrawalOfRow, type StoredWithdrawal, type WithdrawalRow } from '../domains/withdrawals/withdrawals.store.ts'
import { dateOf, msOf } from '../kernel/time/clock.ts'
import { sql, type Db } from '../kernel/db/db.ts'

/** The role `payout` reads what it checks, in every schema it was given; it writes by functions alone. */
export type PayoutDb = Db<'withdrawals'>

export type Payable = StoredWithdrawal & {
  prices: readonly (bigint | null)[]
  signed: Buffer | undefined
  movedAt: number
}

/** The next one in these states, held until the transaction ends; undefined where none can be tried now. */
export async function nextWithdrawal(
  tx: PayoutDb,
  { states, now }: { states: readonly WithdrawalStatus[]; now: number },
): Promise<Payable | undefined> {
  const { rows } = await sql<WithdrawalRow & { prices: (bigint | null)[]; signed: Buffer | null; moved_at: Date }>`
    select * from wallet.next_withdrawal(${[...states]}::text[], ${dateOf(now)})`.execute(tx)
  const row = rows[0]
  return (
    row && { ...withdrawalOfRow(row), prices: row.prices, signed: row.signed ?? undefined, movedAt: msOf(row.moved_at) }
  )
}

export type Evidence = {
  /** Of the customer's account and the withdrawal's asset, in smallest units. */
  entries: bigint
  held: bigint
  kept: bigint
  own: bigint
  /** False where the books did not add up at their last check. */
  booksAddUp: boolean
  isOwnAccount: boolean
  /** A legal hold of its customer is in force, whether he was notified of it or not. */
  legalHold: boolean
  tier: 'BASIC' | 'VERIFIED'
  /** What two of risk signed that may leave in a day, by their requests; null where no more than the usual limit. */
  raised: bigint | null
  /** False where the address is not the one of the book, or another customer's. */
  addressMatches: boolean
  usableFrom: number
  paidBefore: boolean
  /** When what protects the account was last changed. */
  changedAt: number | undefined
  /** Whether the customer had a second factor when requesting. */
  hadFactor: boolean
  /** Whether it goes back to where a deposit came from, and the deposits from there cover it. */
  toOrigin: boolean
}

type EvidenceRow = Omit<Evidence, 'usableFrom' | 'changedAt'> & { usableFrom: Date | null; changedAt: Date | null }

/** Everything a payout rests on at a time (epoch milliseconds), read anew from the tables of record. */
export async function readEvidence(tx: PayoutDb, params: Payable, now: number): Promise<Evidence | undefined> {
  const { rows } = await sql<EvidenceRow>`
    select b.entries, b.held, b.kept, b.own,
      coalesce((select c.ok from ledger.checks c where c.at <= ${dateOf(now)} order by c.at desc limit 1), true) as "booksAddUp",
      u.account_id = w.account_id as "isOwnAccount", accounts.is_held(u.id) as "legalHold", u.tier,
      wallet.raised_limit(w.customer_id) as raised,
      (a.customer_id = w.customer_id and a.coin = w.coin and a.network = w.network and a.address = w.address
        and a.memo is not distinct from w.memo) as "addressMatches",
      greatest(a.active_at, a.recorded_at + interval '24 hours') as "usableFrom",
      wallet.was_paid_to(w.customer_id, w.network, w.address, w.memo) as "paidBefore",
      greatest((select s.changed_at from auth.security_changes s where s.customer_id = w.customer_id),
        (select p.changed_at from wallet.fund_passwords p where p.customer_id = w.customer_id)) as "changedAt",
      (exists (select from auth.totps t where t.customer_id = w.customer_id and t.enabled_at <= greatest(w.requested_at, w.recorded_at))
        or exists (select from auth.passkeys k where k.customer_id = w.customer_id
          and k.created_at <= greatest(w.requested_at, w.recorded_at))) as "hadFactor",
      (w.to_origin and wallet.deposited_from(w.customer_id, w.coin, w.network, w.address) >= (
        select sum(o.amount) from wallet.withdrawals o where o.customer_id = w.customer_id and o.coin = w.coin
          and o.network = w.network and o.address = w.address and o.to_origin
          and o.status not in ('CANCELLED', 'REJECTED', 'FAILED'))) as "toOrigin"
    from wallet.withdrawals w cross join lateral wallet.derived_balance(w.id) b
      join accounts.customers u on u.id = w.customer_id join wallet.addresses a on a.id = w.address_id
    where w.id = ${params.id}`.execute(tx)
  const row = rows[0]
  return (
    row && {
      ...row,
      usableFrom: row.usableFrom === null ? Number.MAX_SAFE_INTEGER : msOf(row.usableFrom),
      changedAt: row.changedAt === null ? undefined : msOf(row.changedAt),
    }
  )
}

/**
 * USDT of a customer's withdrawals in the day before this one was requested, this one included; null where unknown. It was
 * not requested before its row was written, whatever time the request names.
 */
export async function readSums(
  tx: PayoutDb,
  { params, prices }: { params: Payable; prices: readonly (bigint | null)[] },
): Promise<{ total: bigint | null; limited: bigint | null; needed: number }> {
  const { rows } = await sql<{ total: bigint | null; limited: bigint | null; needed: number }>`
    select s.total::bigint as total, s.limited::bigint as limited,
      wallet.approvals_for(s.total, ${withdrawalClasses.rule}, ${withdrawalClasses.one})::int as needed
    from (select greatest(w.requested_at, w.recorded_at) as at, ${[...prices]}::bigint[] as prices
      from wallet.withdrawals w where w.id = ${params.id}) r
    cross join lateral (select wallet.usdt_of(${params.coin}, ${params.amount}, r.prices) as usdt) one
    cross join lateral (select
      wallet.withdrawn_usdt(${params.customerId}, r.at - interval '24 hours', r.at, r.prices, ${params.id}, false) + one.usdt as total,
      wallet.withdrawn_usdt(${params.customerId}, r.at - interval '24 hours', r.at, r.prices, ${params.id}, true) + one.usdt as limited) s`.execute(
    tx,
  )
  return rows[0] ?? { total: null, limited: null, needed: 2 }
}

/**
 * USDT that the rule alone let out to all customers since a time, whenever it was requested, with what is on its way out;
 * null where a price it takes is not known.
 */
export async function readRuleTotal(
  tx: PayoutDb,
  { since, prices }: { since: number; prices: readonly (bigint | null)[] },
): Promise<bigint | null> {
  const { rows } = await sql<{ total: bigint | null }>`
    select case when bool_or(usdt is null) then null else coalesce(sum(usdt), 0) end::bigint as total
    from (select wallet.usdt_of(w.coin, w.amount, ${[...prices]}::bigint[]) as usdt from wallet.withdrawals w
      where w.approvals_needed = 0
        and (w.status in ('PROCESSING', 'BROADCAST') or w.completed_at > ${dateOf(since)})) one`.execute(tx)
  return rows[0]?.total ?? null
}

export type Recorded = { code: string; ts: number; price: bigint }

/** The last index ticks of BTC and ETH, as the feed recorded them. */
export async function lastTicks(tx: PayoutDb): Promise<Recorded[]> {
  const { rows } = await sql<{ code: string; ts: bigint; price: bigint }>`
    select code, last_ts as ts, last_price as price from markets.instruments
    where code in ('BTCUSDT', 'ETHUSDT') and last_ts is not null`.execute(tx)
  return rows.map(({ code, ts, price }) => ({ code, ts: Number(ts), price }))
}

export type StoredApproval = {
  operatorId: string
  payloadHash: Buffer
  assertion: Assertion & { origin: string }
  /** The key that is registered for the assertion's passkey, of the same operator; null where there is none now. */
  publicKey: Buffer | null
  registeredOrigin: string | null
  roles: string[]
  /** A day after the database wrote down that key and role came; epoch ms, null where there is no such key. */
  countsFrom: number | null
}

/** Approvals that stand, with the keys that are registered for them. */
export async function readApprovals(tx: PayoutDb, id: string): Promise<StoredApproval[]> {
  const { rows } = await sql<
    Omit<StoredApproval, 'assertion' | 'countsFrom'> & { assertion: string; countsFrom: Date | null }
  >`
    select v.operator_id as "operatorId", v.payload_hash as "payloadHash", v.assertion, p.public_key as "publicKey",
      p.origin as "registeredOrigin", coalesce(p.roles, '{}') as roles, p.counts_from as "countsFrom"
    from wallet.approvals_of(${id}) v
      left join operators.approvers p on p.operator_id = v.operator_id
        and p.credential_id = decode(translate(v.assertion::jsonb ->> 'credentialId', '-_', '+/')
          || repeat('=', (4 - length(v.assertion::jsonb ->> 'credentialId') % 4) % 4), 'base64')`.execute(tx)
  return rows.map((row) => ({
    ...row,
    assertion: JSON.parse(row.assertion) as StoredApproval['assertion'],
    countsFrom: row.countsFrom === null ? null : msOf(row.countsFrom),
  }))
}

const done = async (requested: Promise<{ rows: { done: boolean }[] }>): Promise<boolean> =>
  (await requested).rows[0]?.done === true

/**
 * Whether no legal hold stops a withdrawal; true keeps one from being laid until the transaction ends. False also where one
 * is being laid at this moment.
 */
export async function mayLeave(tx: PayoutDb, { id }: { id: string }): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select wallet.may_leave(${id}) as may`.execute(tx)
  return rows[0]?.may === true
}

/**
 * From here on its customer cannot take it back; false where it has moved meanwhile or its customer is under a legal hold, as
 * of keeping what is signed.
 */
export const takeWithdrawal = (tx: PayoutDb, params: { id: string; at: number }): Promise<boolean> =>
  done(sql<{ done: boolean }>`select wallet.take_withdrawal(${params.id}, ${dateOf(params.at)}) as done`.execute(tx))

/** Gives it back to persons, `needed` of whom have to sign in all. */
export const sendToReview = (tx: PayoutDb, params: { id: string; needed: number; at: number }): Promise<boolean> =>
  done(
    sql<{
      done: boolean
    }>`select wallet.send_to_review(${params.id}, ${params.needed}::smallint, ${dateOf(params.at)}) as done`.execute(
      tx,
    ),
  )

/** Defers it until a time, and records what it waits for. */
export async function putOff(
  tx: PayoutDb,
  params: { id: string; why: WithdrawalWait | undefined; until: number },
): Promise<void> {
  await sql`select wallet.defer_withdrawal(${params.id}, ${params.why ?? null}, ${dateOf(params.until)})`.execute(tx)
}

/** Keeps what is about to be sent, which can only be sent again from then on. */
export const keepSigned = (
  tx: PayoutDb,
  params: { id: string; txid: string; bytes: Uint8Array; at: number },
): Promise<boolean> =>
  done(
    sql<{ done: boolean }>`
      select wallet.broadcast_withdrawal(${params.id}, ${params.txid}, ${Buffer.from(params.bytes)}, ${dateOf(params.at)}) as done`.execute(
      tx,
    ),
  )

/** Books what left. */
export const completeWithdrawal = (tx: PayoutDb, params: { id: string; at: number }): Promise<boolean> =>
  done(
    sql<{ done: boolean }>`select wallet.complete_withdrawal(${params.id}, ${dateOf(params.at)}) as done`.execute(tx),
  )

/** Gives the money back, with the chain's proof that nothing left. */
export const failWithdrawal = (tx: PayoutDb, params: { id: string; proof: string; at: number }): Promise<boolean> =>
  done(
    sql<{
      done: boolean
    }>`select wallet.fail_withdrawal(${params.id}, ${params.proof}, ${dateOf(params.at)}) as done`.execute(tx),
  )
