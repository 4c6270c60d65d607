import type { PasskeyCreation, PasskeyMade } from '@evenhand/protocol/passkey-shapes.ts'
import { passkeyLimits } from '@evenhand/protocol/second-factor.ts'
import { sqlState } from '../../../kernel/db/db.ts'
import { challengeMs, passkeyAlgorithms } from '../../../kernel/crypto/passkey-verification.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { uuidV7 } from '../../../kernel/ids.ts'
import { refuse } from '../../../kernel/http/refusal.ts'
import { badField } from '../auth.rules.ts'
import { traceOf } from '../mask-caller.ts'
import type { SignedIn } from '../sign-in.ts'
import { changeFactors } from './change-factors.ts'
import { findWays } from './factors.store.ts'
import type { FactorDeps } from './index.ts'
import { deletePasskey, insertPasskey, listPasskeys, type Passkey } from './passkeys.store.ts'
import { descriptorsOf } from './prove-factor.ts'
import { newRecoveryCodes } from './recovery.ts'
import { checkMade, siteOf } from './webauthn.ts'

/** A customer's id as a passkey keeps it. */
export const handleOf = (customerId: string): Buffer => Buffer.from(customerId.replaceAll('-', ''), 'hex')

/** What the wire shows of a passkey. */
export const shownPasskey = ({ id, name, createdAt, lastUsedAt }: Passkey) => ({ id, name, createdAt, lastUsedAt })

/** What a browser needs to make a passkey that no device of the customer holds yet. Refuses 40020 beyond ten. */
export async function passkeyOptions(deps: FactorDeps, call: Call): Promise<PasskeyCreation> {
  const { customerId, id } = call.session
  const customer = await deps.accounts.find(customerId)
  if (customer === undefined) throw refuse('customerNotFound')
  const own = await listPasskeys(deps.db, customerId)
  if (own.length >= passkeyLimits.max) throw badField('passkey', 'tooMany')
  const challenge = deps.vault.challenge({ purpose: 'register', subject: id }, deps.clock.now() + challengeMs)
  return {
    challenge: challenge.toString('base64url'),
    rp: { id: siteOf(deps, call).rpId, name: deps.mode === 'live' ? 'Evenhand' : 'Evenhand sandbox' },
    user: {
      id: handleOf(customerId).toString('base64url'),
      name: customer.username,
      displayName: customer.username,
    },
    pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: challengeMs,
    attestation: 'none',
    excludeCredentials: descriptorsOf(own),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  }
}

type Registered = SignedIn & { passkey: ReturnType<typeof shownPasskey>; recoveryCodes: string[] | null }

/**
 * Keeps a passkey that was made for the challenge of this session. Returns recovery codes where the customer has none.
 * Refuses 10091 one that does not hold, 40020 beyond ten, where it is registered already, or by its name.
 */
export async function registerPasskey(
  deps: FactorDeps,
  request: { name?: string | undefined; passkey: PasskeyMade },
  call: Call,
): Promise<Registered> {
  const { clock, vault } = deps
  const { customerId, id: sessionId } = call.session
  const name = nameOf(request.name ?? '', call)
  const issuedFor = { purpose: 'register', subject: sessionId } as const
  const made = await checkMade(deps, { made: request.passkey, issuedFor }, call)
  if (made === undefined) throw refuse('codeWrong', { left: 0 })
  const createdAt = clock.now()
  const { transports = [] } = request.passkey.response
  const passkey = { id: uuidV7(createdAt), customerId, ...made, transports, name, createdAt }
  try {
    const { written, signedIn } = await changeFactors(
      deps,
      {
        event: () => ({ change: 'passkeyAdded', name }),
        async write(tx) {
          const { passkeys, recoveryLeft } = await findWays(tx, customerId)
          if (passkeys >= passkeyLimits.max) throw badField('passkey', 'tooMany')
          await insertPasskey(tx, passkey)
          return recoveryLeft > 0 ? null : newRecoveryCodes(tx, { customerId, vault })
        },
      },
      call,
    )
    return { ...signedIn, passkey: shownPasskey({ ...passkey, lastUsedAt: null }), recoveryCodes: written }
  } catch (cause) {
    if (sqlState(cause) === '23505') throw badField('passkey', 'registered')
    throw cause
  }
}

/** The customer's own name for a device; without one, the program it was made with. It stands in a mail, so no markup. */
function nameOf(typed: string, call: Call): string {
  const name = typed.trim()
  if (/[\p{C}\p{Zl}\p{Zp}<>&"`]/u.test(name)) throw badField('name', 'malformed')
  if ([...name].length > passkeyLimits.name) throw badField('name', 'tooLong')
  if (name !== '') return name
  const { browser, system } = traceOf(call)
  return [browser, system].filter((part) => part !== null).join(' · ') || 'Passkey'
}

/** Forgets a passkey; refuses 40039 one that is not the customer's, whether it exists or not. */
export async function removePasskey(deps: FactorDeps, { id }: { id: string }, call: Call): Promise<SignedIn> {
  const { signedIn } = await changeFactors(
    deps,
    {
      async write(tx, customer) {
        const name = await deletePasskey(tx, { customerId: customer.id, id })
        if (name === undefined) throw refuse('notFound')
        return name
      },
      event: (name) => ({ change: 'passkeyRemoved', name }),
    },
    call,
  )
  return signedIn
}
