import type { Hex } from '@evenhand/proofs/crypto.ts'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import type { AuditFinding } from './audit-log.ts'
import type { BooksDeps } from './books.deps.ts'
import { addCheck, newestChecks, type Check, type SignedCheck } from './books.store.ts'

/** So many of the newest results of each kind are read: unsigned ones may be among them. */
const checksRead = 50

/** What is signed of a result: all of it, and what it is. */
const messageOf = ({ kind, at, ok, compared, findings, tookMs }: Check): string =>
  JSON.stringify([
    'check of the books',
    kind,
    at,
    ok,
    compared,
    findings.map(({ at: position, expected = null, found = null }) => [position, expected, found]),
    tookMs,
  ])

const isSignedBy = (publicKey: Hex, { signature, ...check }: SignedCheck): boolean =>
  nodeCrypto.verify({ publicKey, message: messageOf(check), signature })

/** Keeps the result of a check, signed with the installation's key. */
export const keepCheck = ({ db, signing }: BooksDeps, check: Check): Promise<void> =>
  addCheck(db, { ...check, signature: signing.sign(messageOf(check)) })

const published = ({ kind, at, ok, compared, findings, tookMs }: Check): Check => ({
  kind,
  at,
  ok,
  compared,
  findings,
  tookMs,
})

/**
 * The newest result of each kind that the present key signed and that is not of a time to come. Those of a former key
 * count no more: who holds a key that was replaced makes no check appear done.
 */
export async function lastChecks(deps: BooksDeps): Promise<Check[]> {
  const last = new Map<Check['kind'], Check>()
  for (const check of await newestChecks(deps.db, { by: deps.clock.now(), limit: checksRead }))
    if (!last.has(check.kind) && isSignedBy(deps.signing.publicKey, check)) last.set(check.kind, published(check))
  return [...last.values()]
}

/** Names results that no key of this installation, present or former, signed as they are. */
export async function auditChecks(deps: BooksDeps): Promise<AuditFinding[]> {
  const checks = await newestChecks(deps.db, { by: Number.MAX_SAFE_INTEGER, limit: checksRead })
  return checks
    .filter((check) => !deps.signing.publicKeys().some(({ publicKey }) => isSignedBy(publicKey, check)))
    .map(({ kind, at }) => ({ at: `check ${kind} at ${at}`, found: 'not signed by this installation' }))
}
