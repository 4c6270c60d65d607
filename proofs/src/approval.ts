import { canonicalList } from './canonical.ts'
import { bytesOfHex, type Crypto, type Hex } from './crypto.ts'

/**
 * What an operator approves: the action, what it is done to (`withdrawal:<id>`), and every value that decides its effect, in
 * an order that the action fixes. Amounts and prices as decimal text, times as whole milliseconds.
 */
export type ApprovalPayload = {
  readonly act: string
  readonly subject: string
  readonly fields: readonly (readonly [name: string, value: string])[]
}

const utf8 = new TextEncoder()
const written = ({ act, subject, fields }: ApprovalPayload): string =>
  canonicalList(['evenhand-approval/1', act, subject, fields])

/** The written form of what is approved; every length stands before what it counts, so no two payloads share a form. */
export const approvalBytes = (payload: ApprovalPayload): Uint8Array => utf8.encode(written(payload))

/** SHA-256 of the written form: the challenge that the approver's passkey signs. */
export const approvalHash = (payload: ApprovalPayload, crypto: Pick<Crypto, 'sha256'>): Hex =>
  crypto.sha256(written(payload))

/** The same as the bytes of a challenge, as `navigator.credentials.get` takes it. */
export const approvalChallenge = (payload: ApprovalPayload, crypto: Pick<Crypto, 'sha256'>): Uint8Array =>
  bytesOfHex(approvalHash(payload, crypto))

/** What one operator proposes and a second decides: its kind (`params`), its number, and its values by name. */
export type RequestedChange = {
  readonly kind: string
  readonly id: string
  readonly values: Readonly<Record<string, string>>
  readonly reason: string
}

/** What the passkeys of the two persons sign: the same values, each for its own part in it. */
export const requestPayload = (
  { kind, id, values, reason }: RequestedChange,
  part: 'propose' | 'approve',
): ApprovalPayload => ({
  act: `${kind}.${part}`,
  subject: `request:${id}`,
  fields: [...Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1)), ['reason', reason]],
})
