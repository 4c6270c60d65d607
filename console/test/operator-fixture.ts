import { depositCredit } from '@evenhand/proofs/approval-payloads.ts'
import { approvalHash } from '@evenhand/proofs/approval.ts'
import { nobleCrypto } from '@evenhand/proofs/crypto-noble.ts'
import type { SeenDeposit } from '@evenhand/protocol/deposits-console.ts'
import { vi } from 'vitest'

type Body = { code: number; msg?: string; params: Record<string, unknown>; result: never }

/** An operator of the sandbox without a page: for what a journey needs to have happened before it begins. */
export async function operatorFixture(origin: string, name: string) {
  const carried: Record<string, string> = { 'Content-Type': 'application/json' }
  const send = async (path: string, body?: object): Promise<{ body: Body; cookie: string }> => {
    const response = await fetch(origin + path, {
      headers: carried,
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    })
    return { body: (await response.json()) as Body, cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' }
  }
  const result = async (path: string, body?: object): Promise<never> => {
    const { body: notified } = await send(path, body)
    if (notified.code !== 200) throw new Error(`${path} refused: ${notified.code} ${notified.msg ?? ''}`)
    return notified.result
  }
  const sign = (challenge: string): Promise<object> => result('/sandbox/operator-authenticator', { name, challenge })
  const login = { name, password: `${name.replace(/^sandbox-/, '').replace(/-2$/, '')}-tries-things` }
  const signIn = async () => {
    const challenged = (await send('/swx/admin/login', login)).body
    if (challenged.code !== 40036) throw new Error(`${name} was not challenged for a factor: ${challenged.code}`)
    const { challenge } = challenged.params['challenge'] as { challenge: string }
    const signedIn = await send('/swx/admin/login', { ...login, passkey: await sign(challenge) })
    if (signedIn.body.code !== 200) throw new Error(`${name} was not signed in: ${signedIn.body.code}`)
    return signedIn
  }
  // A challenge holds for five minutes of the sandbox's clock, which another test may be moving.
  const signedIn = await vi.waitFor(signIn, { timeout: 60_000, interval: 500 })
  carried['cookie'] = signedIn.cookie
  carried['x-csrf'] = (signedIn.body.result as { csrf: string }).csrf
  return {
    /** One approval of a deposit, for the amount its customer named. */
    async credit(id: string): Promise<void> {
      await send(`/swx/admin/deposits/${id}/proof`, { reason: 'Compare with the chain' }).catch(() => {})
      const seen: SeenDeposit = await result(`/swx/admin/deposits/${id}`)
      const { round, revision, amount, creditedBefore } = seen
      const values = { amount, fromAddress: '', creditedBefore }
      const payload = depositCredit({ ...seen, claimed: amount }, values)
      const signed = Buffer.from(approvalHash(payload, nobleCrypto), 'hex').toString('base64url')
      const assertion = await sign(signed)
      await result(`/swx/admin/deposits/${id}/credit`, {
        id,
        round,
        revision,
        amount,
        reason: 'Seen on the chain',
        assertion,
      })
    },
  }
}
