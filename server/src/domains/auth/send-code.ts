import { randomInt } from 'node:crypto'
import type { CodeScene } from '@evenhand/protocol/accounts.ts'
import { langOf } from '@evenhand/protocol/languages.ts'
import type { Call } from '../../kernel/http/http.ts'
import { ipBucketOf, type Rule } from '../../kernel/http/rate-limits.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { accountKey, badField, checkEmail, isPhoneLike, unknownCustomerId } from './auth.rules.ts'
import { claimSending, codeLife, codeWith, keepCode, takeCode } from './codes.store.ts'
import type { AuthDeps } from './index.ts'
import { codeMail, tagOf, type Draft } from './mail-templates.ts'
import { confirmScenes, type ConfirmScene } from './step-up-auth.ts'
import { findPhrase } from './phrases.store.ts'
import { dayMs, hourMs } from '@evenhand/protocol/durations.ts'

const perAddress: Rule = { name: 'sendCode', max: 20, perMs: hourMs }
/** A signed-in customer may name so many addresses a day as the new one. */
const newAddresses: Rule = { name: 'sendCodeNewAddress', max: 10, perMs: dayMs }
const resendInS = 60

/** Scenes of callers without a session, whose operations exist. */
const outside: ReadonlySet<CodeScene> = new Set(['register', 'reset', 'link', 'unfreeze'])
const isConfirm = (scene: CodeScene): scene is ConfirmScene => confirmScenes.some((one) => one === scene)

export type SendRequest = { to: string; scene: CodeScene; quoteId?: string | undefined }
type Sending = {
  to: string
  /** Whose sendings it counts with: what strangers may have sent to an address, or what its signed-in owner requests. */
  countedAs: string
  scene: CodeScene
  boundTo: string
  /** What the code confirms, as lines of its mail. */
  lines: readonly string[]
  /** Mailed before the response, which then reports a failure: only where the response reveals nothing by it. */
  waits: boolean
}

/**
 * Sends a six-digit code for one scene to one address: 10 minutes, 5 tries, used once. One a minute and five an hour to
 * an address, twenty an hour from a network, else `tooMany`; codes for operations inside an account are counted for its customer
 * instead, so that no stranger keeps money in by having codes sent to its owner. Whether the address has an account
 * changes nothing, neither the response nor the work before it: a code that only a customer gets is mailed after the response,
 * and one that is not sent is kept all the same. A code that confirms an operation inside the account needs its session (401),
 * goes to the account's own address and counts for the content named by `quoteId` alone (40039 where there is none); one
 * for a new address counts for the customer who requested it. A code for a phone is refused (10090), a mail that could not be
 * sent is 10093.
 */
export async function sendCode(
  deps: AuthDeps,
  request: SendRequest,
  call: Call,
): Promise<{ expiresIn: number; resendIn: number }> {
  const { db, limits, clock, accounts } = deps
  const { to, countedAs, scene, boundTo, lines, waits } = await sendingOf(deps, request, call)
  const target = accountKey(to)
  const ipBucket = ipBucketOf(call.ip)
  limits.check(perAddress, ipBucket)
  if (limits.on) {
    const waitMs = await claimSending(db, { target: countedAs, now: clock.now() })
    if (waitMs > 0) throw refuse('tooMany', { retryAfterS: Math.ceil(waitMs / 1000) })
  }
  limits.take(perAddress, ipBucket)

  const customer = await accounts.findByAccount(target)
  const code = randomInt(1_000_000).toString().padStart(6, '0')
  const salt = await keepCode(db, { target, purpose: scene, code: codeWith(code, boundTo), now: clock.now() })
  const kept = { target, purpose: scene, salt }
  const draft = codeMail({ scene, code, minutes: codeLife.minutes, lines })
  const lang = langOfReader(call, customer)
  // In the spelling of the account: there are mail servers to which another spelling is another mailbox.
  const reader = { id: customer?.id ?? unknownCustomerId, email: waits ? to : (customer?.email ?? to), lang }
  if (waits) await mailNow(deps, { reader, draft, kept })
  // Queued for strangers too, so that the response is the same work; there it comes to nothing.
  else deps.later.run('mail with a code', async () => customer && mailNow(deps, { reader, draft, kept }))
  return { expiresIn: codeLife.minutes * 60, resendIn: resendInS }
}

const langOfReader = (call: Call, customer: { lang: string } | undefined): string =>
  call.isLangRequested || customer === undefined ? call.lang : customer.lang

async function sendingOf(deps: AuthDeps, request: SendRequest, call: Call): Promise<Sending> {
  const { scene } = request
  if (isConfirm(scene)) return confirmingOf(deps, { ...request, scene }, call)
  if (scene !== 'email' && !outside.has(scene)) throw badField('scene', 'unavailable')
  const isNew = scene === 'email'
  if (isNew && call.session.id === '') throw refuse('sessionEnded')
  if (request.to !== '' && !request.to.includes('@') && isPhoneLike(request.to)) throw refuse('phoneCodeUnsupported')
  checkEmail(request.to)
  if (isNew) deps.limits.take(newAddresses, call.session.customerId)
  // A caller who registers has no account yet, so the code goes to any address, as one for a new address does.
  const waits = isNew || scene === 'register'
  return {
    to: request.to,
    countedAs: accountKey(request.to),
    scene,
    boundTo: isNew ? call.session.customerId : '',
    lines: [],
    waits,
  }
}

async function confirmingOf(
  { accounts, confirms = {} }: AuthDeps,
  { to, scene, quoteId: boundTo = '' }: SendRequest & { scene: ConfirmScene },
  call: Call,
): Promise<Sending> {
  const linesOf = confirms[scene]
  if (linesOf === undefined) throw badField('scene', 'unavailable')
  const { id, customerId } = call.session
  if (id === '') throw refuse('sessionEnded')
  const own = await accounts.find(customerId)
  if (own === undefined) throw refuse('sessionEnded')
  if (to !== '' && accountKey(to) !== accountKey(own.email)) throw badField('to', 'different')
  if (scene === 'withdraw' && boundTo === '') throw badField('quoteId', 'missing')
  const lines = await linesOf({ customerId, boundTo, tag: tagOf(langOf(langOfReader(call, own))) })
  if (lines === undefined) throw refuse('notFound')
  return { to: own.email, countedAs: `customer ${customerId}`, scene, boundTo, lines, waits: true }
}

type Mailing = {
  reader: { id: string; email: string; lang: string }
  draft: Draft
  kept: Parameters<typeof takeCode>[1]
}

async function mailNow(deps: AuthDeps, { reader, draft, kept }: Mailing): Promise<void> {
  const { db, mail } = deps
  try {
    await mail.send({ to: reader.email, ...draft(langOf(reader.lang), await findPhrase(db, reader.id)) })
  } catch {
    // A mail server that is slow to fail may have carried another code meanwhile: that one counts on.
    await takeCode(db, kept)
    throw refuse('codeNotSent', { retryAfterS: resendInS })
  }
}
