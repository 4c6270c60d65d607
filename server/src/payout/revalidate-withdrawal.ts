import { approvalHash } from '@evenhand/proofs/approval.ts'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { ruleMaxOfAll, withdrawalLimits } from '@evenhand/protocol/withdrawals.ts'
import type { WithdrawalWait } from '@evenhand/protocol/states.ts'
import { addressOn } from '../domains/chain/address-forms.ts'
import { termsHash, withdrawalPayload } from '../domains/withdrawals/withdrawals.rules.ts'
import { isAssertion } from '../kernel/crypto/passkey-verification.ts'
import {
  lastTicks,
  readApprovals,
  readEvidence,
  readRuleTotal,
  readSums,
  type Evidence,
  type Payable,
  type PayoutDb,
  type StoredApproval,
} from './payout.store.ts'
import type { Screen } from '../domains/chain/sanctions.ts'
import { dayMs, minuteMs } from '@evenhand/protocol/durations.ts'

export type Verdict =
  | { do: 'pay' }
  /** More persons have to sign than have: `needed` in all. */
  | { do: 'persons'; needed: number; because: string }
  | { do: 'wait'; for: WithdrawalWait | undefined; until: number; because: string }

export type RevalidateDeps = {
  mode: 'sandbox' | 'live'
  now: number
  /** Decimals of an instrument's recorded prices. */
  precisionOf: (code: string) => number | undefined
  /** By the list of sanctions, where one is configured. */
  screen?: Screen | undefined
}

const freshMs = 60_000
/** How long a payout waits for a price before it goes to review instead. */
const patienceMs = 5 * minuteMs
const pausedMs = 60_000
/** How often a payout checks again what a legal hold stops; lifting it ends the wait at once. */
const heldMs = 60_000
const approverRoles = new Set(['finance1', 'finance2'])

/**
 * Decides anew, from the tables of record and nothing that the API or the console reports about them, whether a withdrawal may be
 * paid: the payload is the one that was hashed, the balance is what its entries come to, the hold is there, the address is
 * old enough, the limit and the class of the amount hold, and as many approvers as it requires have signed exactly this.
 */
export async function revalidateWithdrawal(tx: PayoutDb, params: Payable, deps: RevalidateDeps): Promise<Verdict> {
  const { now } = deps
  const paused = (because: string): Verdict => ({ do: 'wait', for: 'ASSET_PAUSED', until: now + pausedMs, because })
  const evidence = await readEvidence(tx, params, now)
  if (evidence === undefined) return paused('its customer or its address is not there')
  // Not failed and not given to persons, who could not approve it either: it waits for the hold to be lifted.
  if (evidence.legalHold)
    return { do: 'wait', for: undefined, until: now + heldMs, because: 'its customer is under a legal hold' }
  const wrong = disagreement(params, evidence)
  if (wrong !== undefined) return paused(wrong)
  const screened = deps.screen?.(params.address) ?? 'clear'
  if (screened === 'stale') return paused('the list of sanctions is more than a day old')
  const from = mayBePaidFrom(evidence)
  if (from > now) return { do: 'wait', for: undefined, until: from, because: 'its address is too new' }
  const prices = await pricesFor(tx, params, deps)
  const sums = await readSums(tx, { params, prices })
  if (sums.total === null && now - params.movedAt < patienceMs)
    return { do: 'wait', for: undefined, until: now + 5000, because: 'no fresh price' }
  const ruled = await readRuleTotal(tx, { since: now - dayMs, prices })
  const extra = personsFor(params, evidence, sums.limited) ?? beyondTheRule(params, sums.total, ruled)
  const needed = Math.max(sums.needed, extra === undefined ? 0 : 1)
  // No approval pays to it: what is left is to reject it.
  if (screened === 'listed')
    return { do: 'persons', needed: Math.max(1, needed), because: 'its address is on a list of sanctions' }
  if (isByRule(params) && needed === 0) return { do: 'pay' }
  const words = await validApprovals(await readApprovals(tx, params.id), params, deps)
  const given = words.filter((counts) => counts <= now).length
  const wanted = Math.max(1, needed)
  if (params.status === 'APPROVED' && given >= wanted) return { do: 'pay' }
  // Enough have signed, some with a key that came today: their words stand, and count when it is a day old.
  const until = words[wanted - 1]
  if (params.status === 'APPROVED' && until !== undefined)
    return { do: 'wait', for: undefined, until, because: 'the key of an approver is too new' }
  return { do: 'persons', needed: wanted, because: extra ?? `${given} of ${wanted} approvals hold` }
}

/** What of the record does not agree with itself; undefined where all does. */
function disagreement(params: Payable, evidence: Evidence): string | undefined {
  if (!termsHash(params).equals(params.payloadHash)) return 'its payload is not the one that was hashed'
  if (params.net + params.fee !== params.amount) return 'its parts do not add up'
  if (!evidence.isOwnAccount) return 'its account is another customer’s'
  if (!evidence.addressMatches) return 'its address is not the one of the book'
  if (evidence.entries !== evidence.kept) return 'the balance is not what its entries come to'
  if (evidence.held > evidence.entries) return 'more is on hold than there is'
  if (evidence.own !== params.amount) return 'its hold is not there'
  if (!evidence.booksAddUp) return 'the books did not add up when they were last checked'
  return undefined
}

/** From when on money may go to the address: a day after it was kept, and if it is new, after the last change of a credential. */
const mayBePaidFrom = ({ usableFrom, changedAt, paidBefore }: Evidence): number =>
  Math.max(usableFrom, changedAt === undefined || paidBefore ? 0 : changedAt + dayMs)

/** Why a person has to review it whatever its amount; undefined where nothing requires one. */
function personsFor(params: Payable, evidence: Evidence, limited: bigint | null): string | undefined {
  if (evidence.hadFactor && params.confirmedBy === 'code')
    return 'it was confirmed without the second factor its customer has'
  if (addressOn(params.network, params.address) !== params.address) return 'its address is not of its network'
  if (!evidence.toOrigin && limited !== null && limited > limitOf(evidence)) return 'it is beyond the limit of a day'
  return undefined
}

/** What may leave in a day: more than the usual limit where two have signed it, and the customer is verified still. */
const limitOf = ({ tier, raised }: Evidence): bigint =>
  tier === 'VERIFIED' && raised !== null && raised > withdrawalLimits.VERIFIED ? raised : withdrawalLimits[tier]

/** Let out by the rule alone, also after a legal hold that interrupted it. */
const isByRule = ({ status, approvalsNeeded }: Payable): boolean => status === 'AUTO_OK' || approvalsNeeded === 0

/** The rule pays out so much in a day and no more: an intruder who requests for every customer gets that far, then an operator decides. */
function beyondTheRule(params: Payable, own: bigint | null, ruled: bigint | null): string | undefined {
  if (!isByRule(params) || own === null || (ruled !== null && ruled + own <= ruleMaxOfAll)) return undefined
  return 'the rule has let out enough for a day'
}

/** Prices of the request where they are near to what is recorded now, else those: a request cannot choose its own class. */
async function pricesFor(tx: PayoutDb, params: Payable, deps: RevalidateDeps): Promise<(bigint | null)[]> {
  const ticks = await lastTicks(tx)
  return ['BTCUSDT', 'ETHUSDT'].map((code, at) => {
    const tick = ticks.find((one) => one.code === code)
    const precision = deps.precisionOf(code)
    if (tick === undefined || precision === undefined || deps.now - tick.ts > freshMs) return null
    const present =
      precision > 6 ? tick.price / 10n ** BigInt(precision - 6) : tick.price * 10n ** BigInt(6 - precision)
    const requested = params.prices[at] ?? null
    const apart = requested === null ? present : requested > present ? requested - present : present - requested
    // Within a twentieth: the price moves between the request and the payout, and that needs no second confirmation.
    return requested !== null && apart * 20n <= present ? requested : present
  })
}

/**
 * From when on each word counts of different approvers who have signed exactly this, with a key that is theirs now and a
 * role that may; the earliest first. An intruder in the console could have made up a key and a role a moment ago.
 */
async function validApprovals(
  approvals: readonly StoredApproval[],
  params: Payable,
  deps: RevalidateDeps,
): Promise<number[]> {
  const challenge = approvalHash(withdrawalPayload(params), nodeCrypto)
  const words = new Map<string, number>()
  for (const one of approvals) {
    if (one.publicKey === null || !one.roles.some((role) => approverRoles.has(role))) continue
    // A software authenticator is registered for no page, and counts in a sandbox alone, from the start.
    const isSoftware = one.registeredOrigin === null && deps.mode === 'sandbox'
    const origin = isSoftware ? one.assertion.origin : (one.registeredOrigin ?? undefined)
    if (origin === undefined || !one.payloadHash.equals(params.payloadHash)) continue
    const { credentialId, authenticatorData, clientDataJSON, signature } = one.assertion
    const given = { credentialId, authenticatorData, clientDataJSON, signature }
    if (await isAssertion({ given, publicKey: one.publicKey, challenge, origin }))
      words.set(one.operatorId, isSoftware ? 0 : (one.countsFrom ?? Number.MAX_SAFE_INTEGER))
  }
  return [...words.values()].toSorted((one, other) => one - other)
}
