import { createHmac } from 'node:crypto'
import type { Call } from '../../kernel/http/http.ts'
import { ipBucketOf } from '../../kernel/http/rate-limits.ts'

/**
 * 32 bytes that stand for the caller, so that one person counts once and the row identifies no person: a customer on
 * every device, a guest by address and browser.
 */
export const personHash = (key: Uint8Array, { session, ip, userAgent }: Call): Buffer =>
  createHmac('sha256', key)
    .update(session.customerId === '' ? `guest ${ipBucketOf(ip)} ${userAgent}` : `customer ${session.customerId}`)
    .digest()
