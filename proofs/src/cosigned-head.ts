import { canonicalList } from './canonical.ts'
import type { Crypto, Hex, Signer } from './crypto.ts'
import type { Head } from './head.ts'

/** That a witness, under a key of its own, has seen a log continue to this head. */
export type CosignedHead = Pick<Head, 'origin' | 'size' | 'root' | 'time'> & {
  readonly keyId: string
  readonly signature: Hex
}

const message = ({ origin, size, root, time }: Omit<CosignedHead, 'keyId' | 'signature'>): string =>
  canonicalList(['evenhand.cosigned.1', origin, size, root, time])

/** Signs a head as its witness; whether the log continues to it is for the caller to check before. */
export function cosignHead({ origin, size, root, time }: Head, signer: Signer): CosignedHead {
  const seen = { origin, size, root, time }
  return { ...seen, keyId: signer.keyId, signature: signer.sign(message(seen)) }
}

/** True when the witness with this key signed exactly this head. */
export const verifyCosigned = (head: CosignedHead, publicKey: Hex, crypto: Crypto): boolean =>
  crypto.verify({ publicKey, message: message(head), signature: head.signature })
