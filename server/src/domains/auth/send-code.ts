import { randomInt } from 'node:crypto'
import type { CodeScene } from '@evenhand/protocol/accounts.ts'
import type { Call } from '../../kernel/http.ts'
import { placeOf, type Rule } from '../../kernel/limits.ts'
import { refuse } from '../../kernel/refusal.ts'
import { accountKey, badField, checkEmail, looksLikePhone } from './auth.rules.ts'
import { claimSending, codeLife, dropCode, keepCode } from './codes.store.ts'
import type { AuthDeps } from './index.ts'
import { codeLetter } from './letters.ts'

const perPlace: Rule = { name: 'sendCode', most: 20, perMs: 3_600_000 }
const resendInS = 60

/**
 * Sends a six-digit code for one scene to one address: 10 minutes, 5 tries, used once. One a minute and five an hour to
 * an address, twenty an hour from a place, else `tooMany`. Whether the address has an account changes nothing, neither
 * the answer nor its time. A code for a phone is refused (10090), a mail that could not be sent is 10093.
 */
export async function sendCode(
  deps: AuthDeps,
  ask: { to: string; scene: CodeScene },
  call: Call,
): Promise<{ expiresIn: number; resendIn: number }> {
  const { db, limits, clock, mail } = deps
  if (ask.scene !== 'register') throw badField('scene', 'unavailable')
  if (ask.to !== '' && !ask.to.includes('@') && looksLikePhone(ask.to)) throw refuse('phoneCodeUnsupported')
  checkEmail(ask.to)
  const target = accountKey(ask.to)
  const place = placeOf(call.ip)
  limits.check(perPlace, place)
  if (limits.on) {
    const waitMs = await claimSending(db, { target, now: clock.now() })
    if (waitMs > 0) throw refuse('tooMany', { retryAfterS: Math.ceil(waitMs / 1000) })
  }
  limits.take(perPlace, place)

  const code = randomInt(1_000_000).toString().padStart(6, '0')
  await keepCode(db, { target, purpose: ask.scene, code, now: clock.now() })
  try {
    await mail.send({ to: ask.to, ...codeLetter(call.lang, { code, minutes: codeLife.minutes }) })
  } catch {
    await dropCode(db, { target, purpose: ask.scene })
    throw refuse('codeNotSent', { retryAfterS: resendInS })
  }
  return { expiresIn: codeLife.minutes * 60, resendIn: resendInS }
}
