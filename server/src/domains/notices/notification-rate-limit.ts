import type { Rule } from '../../kernel/http/rate-limits.ts'
import type { NoticesDeps } from './notices.deps.ts'

/** Counts one message to a customer; returns false, and logs it, where there were too many already. */
export function isWithinRateLimit({ limits, log }: NoticesDeps, rule: Rule, accountId: bigint): boolean {
  try {
    limits.take(rule, String(accountId))
    return true
  } catch {
    log.warn({ rule: rule.name }, 'a notice is not sent: the rate limit of one customer is reached')
    return false
  }
}
