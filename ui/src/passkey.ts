// A passkey's ceremonies in the JSON forms of WebAuthn level 3, where byte strings are base64url. The platform's own
// readers of these forms came late to browsers still in use; they are little more than base64url.

const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (mark) => mark.codePointAt(0) ?? 0)

/** Bytes as base64url without padding. */
export const base64url = (bytes: ArrayBuffer | Uint8Array): string =>
  btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCodePoint(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Why no passkey came: the person did not go on, this device has one already, or the browser could not. */
export class PasskeyFailed extends Error {
  override readonly name = 'PasskeyFailed'
  readonly kind: 'cancelled' | 'known' | 'failed'
  constructor(cause: unknown) {
    super('no passkey', { cause })
    const name = cause instanceof DOMException ? cause.name : ''
    const kind = name === 'NotAllowedError' || name === 'AbortError' ? 'cancelled' : 'failed'
    this.kind = name === 'InvalidStateError' ? 'known' : kind
  }
}

/** Whether passkeys can be used here. No browser has any for a bare network address. */
export const canUsePasskeys = (): boolean =>
  isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname)

type Descriptor = { id: string; type: 'public-key'; transports?: readonly string[] }
const descriptors = (list: readonly Descriptor[]): PublicKeyCredentialDescriptor[] =>
  list.map(({ id, type, transports }) => ({
    id: toBytes(id),
    type,
    ...(transports === undefined ? {} : { transports: transports as AuthenticatorTransport[] }),
  }))

type Challenge = {
  challenge: string
  allowCredentials: readonly Descriptor[]
  userVerification: 'required'
  rpId?: string
  timeout?: number
}

/** Lets the person at this device sign a challenge by a passkey. Throws PasskeyFailed. */
export async function requestPasskey(challenge: Challenge) {
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
      type: 'public-key' as const,
      response: {
        clientDataJSON: base64url(response.clientDataJSON),
        authenticatorData: base64url(response.authenticatorData),
        signature: base64url(response.signature),
        userHandle: response.userHandle && base64url(response.userHandle),
      },
    }
  } catch (cause) {
    throw new PasskeyFailed(cause)
  }
}

type Creation = Omit<PublicKeyCredentialCreationOptions, 'challenge' | 'user' | 'excludeCredentials'> & {
  challenge: string
  user: { id: string; name: string; displayName: string }
  excludeCredentials: readonly Descriptor[]
}

/** Makes a passkey on this device or another one. Throws PasskeyFailed. */
export async function makePasskey(options: Creation) {
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
      type: 'public-key' as const,
      response: {
        clientDataJSON: base64url(response.clientDataJSON),
        attestationObject: base64url(response.attestationObject),
        transports: response.getTransports(),
      },
    }
  } catch (cause) {
    throw new PasskeyFailed(cause)
  }
}
