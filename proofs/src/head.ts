import { canonicalList } from './canonical.ts'
import type { Crypto, Hex, Signer } from './crypto.ts'
import { leafHash } from './merkle.ts'
import { verifyConsistency } from './merkle-log.ts'

/** A record of the log. `time` in epoch milliseconds; `payload` is the hash of what happened. */
export type LogRecord = {
  readonly seq: number
  readonly type: string
  readonly time: number
  readonly actor: string
  readonly payload: Hex
}

/** SHA-256(0x00 ‖ seq ‖ type ‖ time ‖ actor ‖ payload hash): the leaf of the log at the index `seq`. */
export const recordHash = (record: LogRecord, crypto: Pick<Crypto, 'sha256'>): Hex =>
  leafHash(
    canonicalList(['evenhand.record.1', record.seq, record.type, record.time, record.actor, record.payload]),
    crypto,
  )

/** The state of the log at a moment: how many records, and the root over all of them. */
export type Head = {
  readonly origin: string
  readonly size: number
  readonly root: Hex
  readonly time: number
  readonly build: string
}

/** A head under a signature, with the proof that it continues the head before it. */
export type SignedHead = Head & {
  readonly keyId: string
  readonly signature: Hex
  /** Size of the head before; 0 for the first. */
  readonly after: number
  readonly consistency: readonly Hex[]
}

const headMessage = (head: Head): string =>
  canonicalList(['evenhand.head.1', head.origin, head.size, head.root, head.time, head.build])

/** Signs a head. The proof that it continues the one before is not signed: it proves itself. */
export function signHead(
  head: Head,
  before: { after: number; consistency: readonly Hex[] },
  signer: Signer,
): SignedHead {
  const { origin, size, root, time, build } = head
  return { origin, size, root, time, build, keyId: signer.keyId, signature: signer.sign(headMessage(head)), ...before }
}

/** True when the key signed this head. */
export const verifyHead = (head: SignedHead, publicKey: Hex, crypto: Crypto): boolean =>
  crypto.verify({ publicKey, message: headMessage(head), signature: head.signature })

/** True when `later` states, and proves, that its log begins with the log of `earlier`. Signatures are checked apart. */
export const continues = (earlier: Head, later: SignedHead, crypto: Crypto): boolean =>
  earlier.origin === later.origin &&
  earlier.size === later.after &&
  earlier.time <= later.time &&
  verifyConsistency(earlier, later, { path: later.consistency, crypto })
