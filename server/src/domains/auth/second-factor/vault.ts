import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

const nonceLength = 12
const tagLength = 16
const macLength = 16

/** To whom a challenge was given and for what; a response for anything else is none. */
export type ChallengeFor = {
  /** `factor` beside a first factor, `proof` and `register` at a session, `confirm` for one operation, `signIn` alone. */
  readonly purpose: 'factor' | 'proof' | 'register' | 'confirm' | 'signIn'
  /** The customer, the session, the operation with its content, or none yet. */
  readonly subject: string
}

/**
 * What the second factor needs a key for that is not in the database. From one secret of 32 bytes a key each is derived
 * (HKDF) for sealing what apps share with us, for hashing recovery codes and for signing challenges.
 */
export function createVault(secret: Uint8Array) {
  const derive = (label: string): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, new Uint8Array(), `evenhand second factor ${label}`, 32))
  const keys = { seal: derive('seal'), recovery: derive('recovery'), challenge: derive('challenge') }
  const macOf = ({ purpose, subject }: ChallengeFor, body: Buffer): Buffer =>
    createHmac('sha256', keys.challenge).update(`${purpose} ${subject} `).update(body).digest().subarray(0, macLength)
  return {
    /** AES-256-GCM, tied to the customer: a row that is copied to another customer cannot be opened. */
    seal(customerId: string, plain: Uint8Array): Buffer {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv('aes-256-gcm', keys.seal, nonce).setAAD(Buffer.from(customerId))
      return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    },
    /** Throws where the row was changed or belongs to another customer, and where the key is not the one it was sealed with. */
    open(customerId: string, sealed: Buffer): Buffer {
      const decipher = createDecipheriv('aes-256-gcm', keys.seal, sealed.subarray(0, nonceLength), {
        authTagLength: tagLength,
      })
      decipher.setAAD(Buffer.from(customerId)).setAuthTag(sealed.subarray(-tagLength))
      const begun = decipher.update(sealed.subarray(nonceLength, -tagLength))
      try {
        return Buffer.concat([begun, decipher.final()])
      } catch (cause) {
        const key = 'second-factor.key'
        throw new Error(
          `what an app shares could not be opened: its row was changed, or ${key} is not the one it was sealed with`,
          { cause },
        )
      }
    },
    hashOfRecovery: (customerId: string, code: string): Buffer =>
      createHmac('sha256', keys.recovery).update(`${customerId} ${code}`).digest(),

    /** 32 bytes that carry their expiry (epoch ms) and their purpose, so that issuing one stores nothing. */
    challenge(params: ChallengeFor, until: number): Buffer {
      const body = randomBytes(macLength)
      body.writeUIntBE(until, 0, 6)
      return Buffer.concat([body, macOf(params, body)])
    },
    /** Until when a challenge counts; undefined where we gave none like it for this. */
    challengeEnd(params: ChallengeFor, challenge: Buffer): number | undefined {
      if (challenge.length !== 2 * macLength) return undefined
      const body = challenge.subarray(0, macLength)
      return timingSafeEqual(macOf(params, body), challenge.subarray(macLength)) ? body.readUIntBE(0, 6) : undefined
    },
  }
}

export type Vault = ReturnType<typeof createVault>
