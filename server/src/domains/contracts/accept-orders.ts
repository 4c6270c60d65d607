import type { buyContract } from '@evenhand/protocol/contracts.ts'
import type { AccountMode } from '@evenhand/protocol/money.ts'
import { formatUnits } from '@evenhand/protocol/money.ts'
import type { ContractProof, ContractRecord } from '@evenhand/proofs/contracts/records.ts'
import * as z from 'zod/mini'
import { again, createLane, type Lane } from '../../kernel/concurrency/lanes.ts'
import { sql } from '../../kernel/db/db.ts'
import { Refusal, refuse } from '../../kernel/http/refusal.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { accountsNow, type AccountNow, type KnownContracts } from './account-now.ts'
import { acceptedRecord } from './accepted-record.ts'
import { signedRecords } from './contract-records.ts'
import { mustHold, stopSides, type ContractTicket } from './contract-ticket.ts'
import type { SpendLimit } from './contracts.deps.ts'
import { contractNoText, heldFor, limitsNow, usdtText } from './contracts.rules.ts'
import { orderRows } from './order-rows.ts'
import { withTicket } from './preview-contract.ts'

/** An order that passed every check which needs no account. */
export type WantedOrder = {
  accountId: bigint
  mode: AccountMode
  request: z.output<typeof buyContract.request>
  ticket: ContractTicket
  key: string | undefined
  requestHash: Buffer | undefined
}
/** An order that passed every check which needs no lock; `held`: what it sets aside, smallest units. */
export type Placed = { id: string; wanted: WantedOrder; acceptedAt: number; held: bigint; free: bigint }
export type Accepted =
  | { is: 'accepted'; id: string; orderNo: string; receipt: ContractRecord & { proof: ContractProof } }
  | { is: 'repeated'; id: string }
  | { is: 'refused'; refusal: Refusal }
  /** Too little margin, which the caller explains. */
  | { is: 'short'; free: bigint; needed: bigint }
  | { is: 'beyond'; spendLimit: SpendLimit }

export type OutcomeRow = {
  outcome: 'accepted' | 'repeated' | 'key_reused' | 'positions' | 'notional' | 'spend_limit' | 'exposure' | 'margin'
  ref: string | null
  order_no: bigint | null
  exposure_left: bigint | null
  spend_limit: number | null
}

/** Orders of all customers, gathered while a batch is on its way: one transaction and one signature a batch. */
export const createAcceptLane = (deps: KnownContracts): Lane<WantedOrder, Accepted> =>
  createLane<WantedOrder, Accepted>({
    name: 'contracts',
    ownerOf: ({ accountId }) => accountId,
    maxBatch: 250,
    maxQueue: 20_000,
    log: deps.log,
    post: (batch) => postBatch(deps, batch),
  })

async function postBatch(deps: KnownContracts, batch: readonly WantedOrder[]): Promise<(Accepted | typeof again)[]> {
  const accounts = await accountsNow(deps, batch)
  const decided = batch.map((wanted, index) => decide(deps, wanted, accounts[index] as AccountNow))
  const placed = decided.filter((one): one is Placed => !('is' in one))
  const responses = new Map(placed.length === 0 ? [] : await write(deps, placed))
  return decided.map((one) => ('is' in one ? one : (responses.get(one) ?? again)))
}

/** The checks of the account on an order: stops within its close-out price, what it may trade with. */
function decide(deps: KnownContracts, wanted: WantedOrder, account: AccountNow): Placed | Accepted {
  const { ticket, request } = wanted
  const { stopBound } = withTicket(account, ticket, request)
  const { notional } = limitsNow(deps)
  const acceptedAt = deps.clock.now()
  try {
    mustHold(ticket.stops, {
      side: request.side,
      sides: stopSides(ticket),
      closeOut: stopBound,
      precision: ticket.facts.precision,
    })
    if (request.expiresAt !== undefined && (request.orderType === 'MARKET' || request.expiresAt <= acceptedAt))
      throw refuse('amountWrong', { field: 'expiresAt' })
    if (ticket.opening.notional > notional)
      throw refuse('openLimitReached', { limit: 'notional', max: formatUnits(notional, 6, 0) })
  } catch (cause) {
    if (cause instanceof Refusal) return { is: 'refused', refusal: cause }
    throw cause
  }
  const needed = ticket.opening.margin + ticket.opening.fee
  const { free } = account.state
  const isMarket = request.orderType === 'MARKET'
  if (isMarket && needed > free) return { is: 'short', free, needed }
  const toHold = heldFor(needed)
  const held = isMarket ? (toHold < free ? toHold : free) : 0n
  return { id: uuidV7(acceptedAt), wanted, acceptedAt, held, free }
}

/** Guards and writes orders with the signed record of each that is accepted, in one transaction. */
async function write(deps: KnownContracts, placed: readonly Placed[]): Promise<[Placed, Accepted | typeof again][]> {
  return deps.db.transaction().execute(async (tx) => {
    const { rows } = await sql<OutcomeRow>`${orderRows(placed, limitsNow(deps))}`.execute(tx)
    const taken = placed.flatMap((one, index) => {
      const orderNo = rows[index]?.order_no
      return orderNo == null ? [] : [{ one, orderNo, body: acceptedRecord(deps, one, orderNo) }]
    })
    if (taken.length === 0) return placed.map((one, index) => [one, refusalOf(deps, one, rows[index])])
    const records = taken.map(({ one, body }) => ({ accountId: one.wanted.accountId, orderId: one.id, body }))
    const { argument, proofAt } = signedRecords(records, { signer: deps.signer, at: deps.clock.now() })
    await sql`select contracts.keep_records(${argument})`.execute(tx)
    const responses = new Map(
      taken.map(({ one, orderNo, body }, index): [Placed, Accepted] => [
        one,
        { is: 'accepted', id: one.id, orderNo: contractNoText(orderNo), receipt: { ...body, proof: proofAt(index) } },
      ]),
    )
    return placed.map((one, index) => [one, responses.get(one) ?? refusalOf(deps, one, rows[index])])
  })
}

function refusalOf(deps: KnownContracts, placed: Placed, row: OutcomeRow | undefined): Accepted | typeof again {
  const limits = limitsNow(deps)
  const { opening, spendLimits } = placed.wanted.ticket
  const no = (refusal: Refusal): Accepted => ({ is: 'refused', refusal })
  switch (row?.outcome) {
    case 'repeated':
      return { is: 'repeated', id: row.ref ?? '' }
    case 'key_reused':
      return no(refuse('keyReused'))
    case 'positions':
      return no(refuse('openLimitReached', { limit: 'positions', max: limits.positions }))
    case 'notional':
      return no(refuse('openLimitReached', { limit: 'notional', max: formatUnits(limits.notional, 6, 0) }))
    case 'spend_limit':
      // Positions in SQL begin at one.
      return { is: 'beyond', spendLimit: spendLimits[(row.spend_limit ?? 1) - 1] as SpendLimit }
    case 'exposure': {
      const left = row.exposure_left ?? 0n
      // Another of its batch took what was left, or will not after all.
      return opening.notional <= left ? again : no(refuse('capacityReached', { left: usdtText(left) }))
    }
    case 'margin':
      return { is: 'short', free: placed.free, needed: opening.margin + opening.fee }
    case 'accepted':
    case undefined:
      throw new Error('contracts.accept returns every order')
  }
}
