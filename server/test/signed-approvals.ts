import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { approvalHash, type ApprovalPayload } from '@evenhand/proofs/approval.ts'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import type { Assertion } from '@evenhand/protocol/operator-route.ts'

const origin = 'https://console.example'
const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()

export type TestPasskey = { readonly id: Buffer; readonly publicKey: Buffer; readonly key: KeyObject }

/** A passkey of Ed25519 with its public key in COSE form. */
export function testPasskey(id: string): TestPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  const head = Buffer.from('a4010103272006215820', 'hex')
  return { id: Buffer.from(id), publicKey: Buffer.concat([head, Buffer.from(x, 'base64url')]), key: privateKey }
}

/** The statement that registers it for an operator. */
export const registerPasskey = (operatorId: string, { id, publicKey }: TestPasskey): string =>
  `insert into operators.passkeys (id, operator_id, credential_id, public_key, origin, name, created_at)
   values (gen_random_uuid(), '${operatorId}', '\\x${id.toString('hex')}', '\\x${publicKey.toString('hex')}', '${origin}', 'key', now())`

/** What an operator's passkey gives for a payload. */
export function signPayload(passkey: TestPasskey, payload: ApprovalPayload): Assertion {
  const challenge = Buffer.from(approvalHash(payload, nodeCrypto), 'hex').toString('base64url')
  const client = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin, crossOrigin: false }))
  const data = Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([5, 0, 0, 0, 0])])
  return {
    credentialId: passkey.id.toString('base64url'),
    authenticatorData: data.toString('base64url'),
    clientDataJSON: client.toString('base64url'),
    signature: sign(null, Buffer.concat([data, sha256(client)]), passkey.key).toString('base64url'),
  }
}
