import { assetScales, parseUnits } from '@evenhand/protocol/money.ts'
import { operatorRoles, type OperatorRole } from '@evenhand/protocol/operator-route.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { dayMs, hourMs, minuteMs } from '@evenhand/protocol/durations.ts'

/** 15 minutes without a call end a session, 12 hours end it in any case. */
export const sessionLife = { idleMs: 15 * minuteMs, wholeMs: 12 * hourMs } as const
/** How long the one-time secret of a new operator counts. */
export const setupMs = dayMs
/** A proposal that is not decided for so long expires. */
export const requestMs = 7 * dayMs
/** From the approval of a parameter to its effect. */
export const paramDelayMs = dayMs

/** Roles whose holder approves by a passkey, and so must sign in by one. */
const approving: readonly OperatorRole[] = ['superadmin', 'kyc', 'finance1', 'finance2', 'risk', 'charity']
/** Whether one of the roles approves, and is therefore opened by a passkey alone. */
export const needsPasskey = (roles: readonly OperatorRole[]): boolean => roles.some((role) => approving.includes(role))

const ofTheThree: readonly OperatorRole[] = ['superadmin', 'finance1', 'finance2']
/**
 * Whether one person may hold these roles: of superadmin, finance1 and finance2 one at most, which the table checks too; and
 * who gives out roles views no identity.
 */
export const areCompatible = (roles: readonly OperatorRole[]): boolean =>
  roles.filter((role) => ofTheThree.includes(role)).length <= 1 &&
  !(roles.includes('superadmin') && roles.includes('kyc'))

/** The roles a database row names; one that this version does not know opens nothing. */
export const rolesOf = (texts: readonly string[]): OperatorRole[] =>
  operatorRoles.filter((role) => texts.includes(role))

/** Signs that show nothing: spaces, controls, and what is ignored where it is drawn, some of it letters by its kind. */
const unseen = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** Refuses 40034 a reason without content: fewer than three visible characters, or none but marks. */
export function mustHaveReason(reason: string): string {
  const trimmed = reason.trim()
  const seen = trimmed.replaceAll(unseen, '')
  if (seen.length < 3 || !/[\p{L}\p{N}]{2}/u.test(seen)) throw refuse('reasonNeeded')
  return trimmed
}

/** Refuses 40020 naming a field. */
export const badField = (field: string, reason: string): Error =>
  refuse('dataIncomplete', { fields: [{ field, reason }] })

/** Smallest units of one entry at most: what the function of the database moves. */
const maxUnits = 9_000_000_000_000_000n

/** Refuses 40020 an amount that is zero, finer than its asset, or more than one entry moves. */
export function mustMove(asset: 'USDT' | 'BTC' | 'ETH', amount: string): void {
  const units = parseUnits(amount.replace(/^-?0*(?=\d)/, ''), assetScales[asset])
  if (units === undefined || units === 0n) throw badField('amount', 'malformed')
  if (units > maxUnits) throw badField('amount', 'tooLarge')
}
