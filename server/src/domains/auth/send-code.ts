import { randomInt } from 'node:crypto'
import type { CodeScene } from '@evenhand/protocol/accounts.ts'
import type { Call } from '../../kernel/http.ts'
import { placeOf, type Rule } from '../../kernel/limits.ts'
import { refuse } from '../../kernel/refusal.ts'
import { accountKey, badField, checkEmail, looksLikePhone, nobody } from './auth.rules.ts'
import { claimSending, codeLife, dropCode, keepCode } from './codes.store.ts'
import type { AuthDeps } from './index.ts'
import { codeLetter, type Draft } from './letters.ts'
import { mailCustomer } from './tell-customer.ts'

const perPlace: Rule = { name: 'sendCode', most: 20, perMs: 3_600_000 }
const resendInS = 60

/** Scenes whose acts exist. */
const open: ReadonlySet<CodeScene> = new Set(['register', 'reset', 'link', 'unfreeze'])
/** Whoever asks for a code to register has no account yet, so it goes to any address; every other goes to customers. */
const toAnybody: ReadonlySet<CodeScene> = new Set(['register'])

/**
 * Sends a six-digit code for one scene to one address: 10 minutes, 5 tries, used once. One a minute and five an hour to
 * an address, twenty an hour from a place, else `tooMany`. Whether the address has an account changes nothing, neither
 * the answer nor the work before it: a code that only a customer gets is mailed after the answer, and one that nobody gets
 * is kept all the same. A code for a phone is refused (10090), a mail to anybody that could not be sent is 10093.
 */
export async function sendCode(
  deps: AuthDeps,
  ask: { to: string; scene: CodeScene },
  call: Call,
): Promise<{ expiresIn: number; resendIn: number }> {
  const { db, limits, clock, accounts } = deps
  const { scene } = ask
  if (!open.has(scene)) throw badField('scene', 'unavailable')
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

  const customer = await accounts.findByAccount(target)
  const code = randomInt(1_000_000).toString().padStart(6, '0')
  await keepCode(db, { target, purpose: scene, code, now: clock.now() })
  const draft = codeLetter({ scene, code, minutes: codeLife.minutes })
  const lang = call.langAsked || customer === undefined ? call.lang : customer.lang
  const reader = { id: customer?.id ?? nobody, email: ask.to, lang }
  if (toAnybody.has(scene)) await mailNow(deps, { reader, draft, purpose: scene })
  // Queued for strangers too, so that the answer is the same work; there it comes to nothing.
  else deps.later.run('mail with a code', async () => customer && mailNow(deps, { reader, draft, purpose: scene }))
  return { expiresIn: codeLife.minutes * 60, resendIn: resendInS }
}

type Mailing = { reader: { id: string; email: string; lang: string }; draft: Draft; purpose: CodeScene }

async function mailNow(deps: AuthDeps, { reader, draft, purpose }: Mailing): Promise<void> {
  try {
    await mailCustomer(deps, reader, draft)
  } catch {
    await dropCode(deps.db, { target: accountKey(reader.email), purpose })
    throw refuse('codeNotSent', { retryAfterS: resendInS })
  }
}
