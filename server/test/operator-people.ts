import type { LightMyRequestResponse } from 'fastify'
import type { Product } from '../src/app/product.ts'
import { approvalHash, type ApprovalPayload } from '@evenhand/proofs/approval.ts'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import type { Assertion } from '@evenhand/protocol/operator-route.ts'

export type Answer = {
  code: number
  status: number
  msg: string
  params: Record<string, unknown>
  // Tests look into answers of every shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  result: any
  headers: LightMyRequestResponse['headers']
}
type Carried = Record<string, string>

const read = (answer: LightMyRequestResponse): Answer => {
  const body = /json/.test(String(answer.headers['content-type'])) ? answer.json<object>() : {}
  return { ...body, status: answer.statusCode, headers: answer.headers } as Answer
}

export type OperatorPage = Awaited<ReturnType<ReturnType<typeof operatorPeople>['signIn']>>

/** Operators at the console's server, as pages of it would call. */
export function operatorPeople(server: Product['operators']) {
  const post = async (url: string, body: unknown, headers: Carried = {}): Promise<Answer> =>
    read(
      await server.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json', ...headers },
        payload: JSON.stringify(body),
      }),
    )
  const get = async (url: string, headers: Carried = {}): Promise<Answer> =>
    read(await server.inject({ method: 'GET', url, headers }))
  const sandboxSign = async (name: string, challenge: string): Promise<Assertion> =>
    (await post('/sandbox/operator-authenticator', { name, challenge })).result as Assertion
  return {
    post,
    get,
    sandboxSign,
    /** A page of an operator of the sandbox: signs in with the passkey where that is asked. */
    async signIn(name: string) {
      const password = `${name.replace(/^sandbox-/, '').replace(/-2$/, '')}-tries-things`
      let answer = await post('/swx/admin/login', { name, password })
      if (answer.code === 40036) {
        const { challenge } = answer.params['challenge'] as { challenge: string }
        answer = await post('/swx/admin/login', { name, password, passkey: await sandboxSign(name, challenge) })
      }
      if (answer.code !== 200) throw new Error(`${name} was not signed in: ${JSON.stringify(answer)}`)
      const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
      const { csrf, operator } = answer.result as { csrf: string; operator: { id: string } }
      const headers = { cookie, 'x-csrf': csrf }
      return {
        name,
        id: operator.id,
        headers,
        get: (path: string) => get(`/swx/admin/${path}`, headers),
        post: (path: string, body: unknown = {}) => post(`/swx/admin/${path}`, body, headers),
        /** Signs a payload with the operator's software authenticator. */
        sign: (payload: ApprovalPayload) =>
          sandboxSign(name, Buffer.from(approvalHash(payload, nodeCrypto), 'hex').toString('base64url')),
      }
    },
  }
}
