import { usernameForm } from '@evenhand/protocol/accounts.ts'
import { withNotice, type Call } from '../../kernel/http/http.ts'
import { ipBucketOf, type Rule } from '../../kernel/http/rate-limits.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { badField, checkEmail } from './auth.rules.ts'
import type { AuthDeps } from './index.ts'
import { isReservedName } from './reserved-names.ts'
import { dayMs, minuteMs } from '@evenhand/protocol/durations.ts'

// The specification requires a call that reports whether an account exists. These bounds keep it from becoming a list of
// the customers: a documented deviation from ASVS 6.3.8.
const perMinute: Rule = { name: 'check', max: 10, perMs: minuteMs }
const perDay: Rule = { name: 'checkDay', max: 50, perMs: dayMs }
const all: Rule = { name: 'checkAll', max: 600, perMs: minuteMs }
const alerted: Rule = { name: 'checkAlerted', max: 1, perMs: minuteMs }

type CheckRequest = { username?: string | undefined; email?: string | undefined; phone?: string | undefined }

/**
 * Whether a user name or e-mail has an account; an e-mail that has carries the notice 20006. Registration takes no phone,
 * so a phone never exists. Ten a minute and fifty a day from one network, else `tooMany`.
 */
export async function checkUserNameOrPhone(
  deps: AuthDeps,
  request: CheckRequest,
  call: Call,
): Promise<{ exists: boolean }> {
  const { accounts, limits } = deps
  const given = Object.entries(request).flatMap(([kind, text]) =>
    text === undefined || text === '' ? [] : [[kind, text] as const],
  )
  const [first, second] = given
  if (first === undefined) throw refuse('accountRequired')
  if (second !== undefined) throw badField(second[0], 'oneOnly')
  const [kind, text] = first
  if (kind === 'email') checkEmail(text)
  if (kind === 'username' && !usernameForm.test(text)) throw refuse('usernameMalformed')
  const ipBucket = ipBucketOf(call.ip)
  limits.take(perMinute, ipBucket)
  limits.take(perDay, ipBucket)
  reportBursts(deps)
  if (kind === 'phone') return { exists: false }
  const isKept = kind === 'username' && isReservedName(text)
  const exists = isKept || (await accounts.findByAccount(text)) !== undefined
  return exists && kind === 'email' ? withNotice('emailRegistered', { exists }) : { exists }
}

/** A burst from many networks at once is not refused; the operators are alerted, once a minute. */
function reportBursts({ limits, log }: AuthDeps): void {
  if (limits.used(all, 'all') < all.max) limits.take(all, 'all')
  else if (limits.used(alerted, 'all') === 0) {
    limits.take(alerted, 'all')
    log.warn({ perMinute: all.max }, 'many account names are being checked from many networks')
  }
}
