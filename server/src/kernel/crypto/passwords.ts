import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { refuse } from '../http/refusal.ts'

/** What it costs to make a hash: KiB of memory, and passes over it. */
export type PasswordCost = { memory: number; passes: number }

/** argon2id at OWASP's minimum: 19 MiB, two passes, one lane; about 25 ms on one core. */
const fullCost: PasswordCost = { memory: 19_456, passes: 2 }

export type Passwords = {
  /** A new hash with its own salt, as PHC text: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
  hash(password: string): Promise<string>
  /** Whether the password is the hash's. Without a hash it does the same work and returns false. */
  verify(password: string, hash: string | undefined): Promise<boolean>
}

/**
 * Password hashing that cannot become the way to stop the house: at most `running` at once, so that orders keep a
 * core, and at most `waiting` in line; beyond that it refuses `tooMany`. Passwords are taken unchanged, as UTF-8. Only
 * tests name a `cost`: they sign in more people a minute than a server does.
 */
export function createPasswords(
  params: { running?: number; waiting?: number; cost?: PasswordCost | undefined } = {},
): Passwords {
  const cost = { ...(params.cost ?? fullCost), parallelism: 1, tagLength: 32 }
  const admitted = bounded(params.running ?? Math.max(1, Math.floor(availableParallelism() / 2)), params.waiting ?? 40)
  const dummy = { nonce: randomBytes(16), tag: randomBytes(32), cost }
  return {
    hash: (password) =>
      admitted(async () => {
        const nonce = randomBytes(16)
        return phcText(cost, nonce, await derive(password, nonce, cost))
      }),
    verify: (password, hash) =>
      admitted(async () => {
        const stored = hash === undefined ? dummy : parsePhc(hash)
        const tag = await derive(password, stored.nonce, stored.cost)
        return timingSafeEqual(tag, stored.tag) && hash !== undefined
      }),
  }
}

type Cost = PasswordCost & { parallelism: number; tagLength: number }

const derive = (password: string, nonce: Buffer, params: Cost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const parameters: Argon2Parameters = { message: Buffer.from(password, 'utf8'), nonce, ...params }
    argon2('argon2id', parameters, (cause, tag) => (cause === null ? resolve(tag) : reject(cause)))
  })

const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

const phcText = (cost: Cost, nonce: Buffer, tag: Buffer): string =>
  `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(tag)}`

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

function parsePhc(hash: string): { nonce: Buffer; tag: Buffer; cost: Cost } {
  const [, memory, passes, parallelism, nonce, tag] = phc.exec(hash) ?? []
  if (nonce === undefined || tag === undefined) throw new Error('a stored password hash is not PHC text of argon2id')
  const bytes = Buffer.from(tag, 'base64')
  return {
    nonce: Buffer.from(nonce, 'base64'),
    tag: bytes,
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism), tagLength: bytes.length },
  }
}

function bounded(running: number, waiting: number): <T>(task: () => Promise<T>) => Promise<T> {
  let active = 0
  const queue: (() => void)[] = []
  return async (task) => {
    if (active >= running) {
      if (queue.length >= waiting) throw refuse('tooMany', { retryAfterS: 1 })
      await new Promise<void>((resolve) => queue.push(resolve))
    } else active += 1
    try {
      return await task()
    } finally {
      // The slot is passed on rather than freed, so that no later caller overtakes the queue.
      const next = queue.shift()
      if (next === undefined) active -= 1
      else next()
    }
  }
}
