import type { Call } from '../../kernel/http/http.ts'
import { badField } from './auth.rules.ts'
import type { AuthDeps } from './index.ts'
import { sessionLife } from './sessions.store.ts'
import { bindingCookie, newSecret } from './sessions.ts'

/**
 * Refuses 40020 a browser that signs in to a live installation over plain http: its session could not be bound to a
 * cookie that never travels in the clear. Checked before anything secret is read.
 */
export function mustBeBindable({ mode, log }: AuthDeps, { requester }: Call): void {
  if (mode !== 'live' || !requester.browser || requester.secure) return
  log.warn({}, 'a browser was refused on plain http: serve https, and set TRUST_PROXY where a proxy does')
  throw badField('connection', 'insecure')
}

/** A new cookie for a session of a browser; undefined for other programs, which have no place to keep one safe from themselves. */
export const newBinding = ({ requester }: Call): string | undefined => (requester.browser ? newSecret() : undefined)

/** Gives the browser the cookie of its new session, or takes away that of an ended one. */
export function setBinding(call: Call, value: string | undefined): void {
  if (value !== undefined) call.setCookie({ name: bindingCookie, value, maxAgeS: sessionLife.wholeMs / 1000 })
  else if (call.cookie(bindingCookie) !== '') call.setCookie({ name: bindingCookie, value: '', maxAgeS: 0 })
}
