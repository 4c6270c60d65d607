import { randomUUID } from 'node:crypto'
import { depositCredit } from '@evenhand/proofs/approval-payloads.ts'
import { approvalHash, requestPayload } from '@evenhand/proofs/approval.ts'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import type { SeenDeposit } from '@evenhand/protocol/deposits-console.ts'
import { identificationFields } from '@evenhand/protocol/identification.ts'
import { vi } from 'vitest'

type Response = { code: number; params: Record<string, unknown>; result: unknown }
export type Operator = {
  readonly get: (path: string) => Promise<Response>
  readonly post: (path: string, body: object) => Promise<Response>
  /** Signs a challenge (base64url) with the software authenticator that the sandbox keeps. */
  readonly sign: (challenge: string) => Promise<unknown>
}

type Call = (path: string, init: RequestInit) => Promise<{ body: Response; cookie: string }>
/** Calls of the console's own address; the cookie is empty where none was set. */
const callerAt =
  (consoleOrigin: string): Call =>
  async (path, init) => {
    const response = await fetch(consoleOrigin + path, init)
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const isJson = response.headers.get('content-type')?.includes('json') === true
    const body = isJson ? ((await response.json()) as Response) : { code: response.status, params: {}, result: null }
    return { body, cookie }
  }
const posted = (body: object, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

/** A session of an operator of the sandbox, begun by the calls that the console's sign-in makes. */
export async function operatorSession(consoleOrigin: string, name: string) {
  const request = callerAt(consoleOrigin)
  const sign = async (challenge: string) =>
    (await request('/sandbox/operator-authenticator', posted({ name, challenge }))).body.result
  // The second of a role has the password of the first.
  const password = `${name.replace(/^sandbox-|-2$/g, '')}-tries-things`
  const signIn = async () => {
    let signedIn = await request('/swx/admin/login', posted({ name, password }))
    if (signedIn.body.code === 40036) {
      const { challenge } = signedIn.body.params['challenge'] as { challenge: string }
      signedIn = await request('/swx/admin/login', posted({ name, password, passkey: await sign(challenge) }))
    }
    if (signedIn.body.code !== 200) throw new Error(`${name} was not signed in: ${signedIn.body.code}`)
    return signedIn
  }
  // A challenge holds for five minutes of the sandbox's clock, which another test may be moving.
  const { cookie, body } = await vi.waitFor(signIn, { timeout: 60_000, interval: 500 })
  return { cookie, csrf: (body.result as { csrf: string }).csrf, sign }
}

/** An operator of the sandbox, signed in at the console's own address as the console's app is. */
export async function operatorAt(consoleOrigin: string, name: string): Promise<Operator> {
  const request = callerAt(consoleOrigin)
  const { cookie, csrf, sign } = await operatorSession(consoleOrigin, name)
  const headers = { cookie, 'x-csrf': csrf }
  return {
    get: async (path) => (await request(`/swx/admin/${path}`, { headers })).body,
    post: async (path, body) => (await request(`/swx/admin/${path}`, posted(body, headers))).body,
    sign,
  }
}

/** Credits a deposit of USDT as an operator does: opens the proof, and signs for the amount that was found. */
export async function credit(operator: Operator, id: string, amount: string): Promise<void> {
  await operator.post(`deposits/${id}/proof`, { reason: 'compare with the chain' })
  const seen = (await operator.get(`deposits/${id}`)).result as SeenDeposit
  const values = { amount, fromAddress: '', creditedBefore: seen.creditedBefore }
  const hash = approvalHash(depositCredit({ ...seen, claimed: seen.amount }, values), nodeCrypto)
  const assertion = await operator.sign(Buffer.from(hash, 'hex').toString('base64url'))
  const requested = { round: seen.round, revision: seen.revision, amount, reason: 'seen on the chain', assertion }
  const response = await operator.post(`deposits/${id}/credit`, requested)
  if (response.code !== 200) throw new Error(`not credited: ${response.code}`)
}

/** Opens every picture of an identification and confirms every field, which a reviewer must do before verifying it. */
export async function reviewIdentity(operator: Operator, id: string): Promise<void> {
  const reason = 'compare with the face'
  const { pictures } = (await operator.post(`kyc/${id}/view`, { reason })).result as { pictures: string[] }
  for (const picture of pictures) await operator.post(`kyc/${id}/picture`, { picture, reason })
  const further = pictures.filter((name) => name.endsWith('FileId'))
  const fields = identificationFields.filter((field) => field !== 'backFileId' || pictures.includes('back'))
  for (const field of [...fields, ...further]) await operator.post(`kyc/${id}/check`, { field, state: 'CONFIRMED' })
}

/** Has two risk officers switch resale of collectibles on, as the console's requests do; it holds a day later. Returns the request's id. */
export async function switchResaleOn(consoleOrigin: string): Promise<string> {
  const [risk, other] = [
    await operatorAt(consoleOrigin, 'sandbox-risk'),
    await operatorAt(consoleOrigin, 'sandbox-risk-2'),
  ]
  const id = randomUUID()
  const { resale } = (await risk.get('params')).result as { resale: { current: number } }
  const [version, on, reason] = [resale.current + 1, { on: true }, 'owners asked for it']
  const change = { kind: 'params', id, values: { key: 'resale', version: String(version), value: JSON.stringify(on) } }
  const signed = (by: Operator, part: 'propose' | 'approve') => {
    const hash = approvalHash(requestPayload({ ...change, reason }, part), nodeCrypto)
    return by.sign(Buffer.from(hash, 'hex').toString('base64url'))
  }
  const proposal = { id, key: 'resale', version, value: on, reason, assertion: await signed(risk, 'propose') }
  const responses = [
    await risk.post('params/propose', proposal),
    await other.post('params/approve', { id, reason, assertion: await signed(other, 'approve') }),
  ]
  for (const { code } of responses) if (code !== 200) throw new Error(`resale was not switched on: ${code}`)
  return id
}
