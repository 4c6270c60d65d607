import type {
  PasskeyAnswer,
  PasskeyChallenge,
  PasskeyCreation,
  PasskeyMade,
} from '@evenhand/protocol/passkey-shapes.ts'

// The platform's own JSON forms of these came late to browsers still in use; they are little more than base64url.
const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (mark) => mark.codePointAt(0) ?? 0)
const toText = (bytes: ArrayBuffer): string =>
  btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCodePoint(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Why no passkey came: the customer did not go on, this device has one already, or the browser could not. */
export class PasskeyFailed extends Error {
  readonly kind: 'cancelled' | 'known' | 'failed'
  constructor(cause: unknown) {
    const name = cause instanceof DOMException ? cause.name : ''
    const kind = name === 'NotAllowedError' || name === 'AbortError' ? 'cancelled' : 'failed'
    super('no passkey', { cause })
    this.name = 'PasskeyFailed'
    this.kind = name === 'InvalidStateError' ? 'known' : kind
  }
}

/** Whether passkeys can be used here. No browser has any for a bare network address. */
export const canUsePasskeys = (): boolean =>
  isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname)

type Descriptor = PasskeyChallenge['allowCredentials'][number]
const descriptors = (list: readonly Descriptor[]): PublicKeyCredentialDescriptor[] =>
  list.map(({ id, type, transports }) => ({
    id: toBytes(id),
    type,
    transports: transports as AuthenticatorTransport[],
  }))

/** Lets the customer answer a challenge by a passkey. Throws PasskeyFailed. */
export async function askPasskey(challenge: PasskeyChallenge): Promise<PasskeyAnswer> {
  try {
    const publicKey = {
      ...challenge,
      challenge: toBytes(challenge.challenge),
      allowCredentials: descriptors(challenge.allowCredentials),
    }
    const made = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential
    const response = made.response as AuthenticatorAssertionResponse
    return {
      id: made.id,
      rawId: made.id,
      type: 'public-key',
      response: {
        clientDataJSON: toText(response.clientDataJSON),
        authenticatorData: toText(response.authenticatorData),
        signature: toText(response.signature),
        userHandle: response.userHandle && toText(response.userHandle),
      },
    }
  } catch (cause) {
    throw new PasskeyFailed(cause)
  }
}

/** Makes a passkey on this device or another one. Throws PasskeyFailed. */
export async function makePasskey(options: PasskeyCreation): Promise<PasskeyMade> {
  try {
    const publicKey = {
      ...options,
      challenge: toBytes(options.challenge),
      user: { ...options.user, id: toBytes(options.user.id) },
      excludeCredentials: descriptors(options.excludeCredentials),
    }
    const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
    const response = made.response as AuthenticatorAttestationResponse
    return {
      id: made.id,
      rawId: made.id,
      type: 'public-key',
      response: {
        clientDataJSON: toText(response.clientDataJSON),
        attestationObject: toText(response.attestationObject),
        transports: response.getTransports(),
      },
    }
  } catch (cause) {
    throw new PasskeyFailed(cause)
  }
}
