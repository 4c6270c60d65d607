import type { ApprovalPayload } from '@evenhand/proofs/approval.ts'
import { approvalHash } from '@evenhand/proofs/approval.ts'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import type { AccountMode } from '@evenhand/protocol/money.ts'
import type { Product } from '../product.ts'

type ResponseBody<R> = { code: number; msg?: string; params: Record<string, unknown>; result: R }
type Login = { name: string; password: string }
/** What a sign-in of the console returns, or requires to be signed first. */
type Session = { csrf: string; challenge: string }

/** What a browser states about itself; the list of sessions names it. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const boundary = 'past-week'

function resultOf<R>(body: string, request: string): R {
  const { code, msg, result } = JSON.parse(body) as ResponseBody<R>
  if (code !== 200) throw new Error(`${request} was refused: ${code} ${msg ?? ''}`)
  return result
}

/** A customer of the sandbox at the customers' server, who calls as a page does; a refusal is thrown. */
export function customerAt(app: Product['app'], { name, password }: Login) {
  let token = ''
  const send = async <R>(
    method: 'GET' | 'POST',
    path: string,
    { body, type = 'application/json', mode = 'real' }: { body?: string | Buffer; type?: string; mode?: AccountMode },
  ): Promise<R> => {
    const response = await app.inject({
      method,
      url: `/swx/customer/${path}`,
      headers: {
        'user-agent': userAgent,
        virtually: mode === 'virtual' ? 'YES' : 'NO',
        ...(token === '' ? {} : { authorization: token }),
        ...(body === undefined ? {} : { 'content-type': type }),
      },
      ...(body === undefined ? {} : { payload: body }),
    })
    return resultOf(response.body, path)
  }
  return {
    async signIn(): Promise<void> {
      const body = JSON.stringify({ account: name, password })
      token = (await send<{ token: string }>('POST', 'login/login', { body })).token
    },
    get: <R>(path: string, mode?: AccountMode) => send<R>('GET', path, { ...(mode && { mode }) }),
    post: <R>(path: string, body: object, mode?: AccountMode) =>
      send<R>('POST', path, { body: JSON.stringify(body), ...(mode && { mode }) }),
    /** Proves the session's customer once more, as calls that concern safety require. */
    prove: () => send<object>('POST', 'user/proof', { body: JSON.stringify({ password }) }),
    async upload(purpose: string, picture: Buffer): Promise<string> {
      const part = (head: string): string => `--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`
      const body = Buffer.concat([
        Buffer.from(`${part('name="purpose"')}${purpose}\r\n${part('name="file"; filename="transfer.png"')}`),
        picture,
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ])
      const type = `multipart/form-data; boundary=${boundary}`
      return (await send<{ fileId: string }>('POST', 'file/upload', { body, type })).fileId
    },
  }
}

/** An operator of the sandbox at the console's server, with the software passkey that only a sandbox has. */
export async function operatorAt(server: Product['operators'], { name, password }: Login) {
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  const post = async <R>(path: string, body: object): Promise<{ code: number; sent: R; cookie: string }> => {
    const response = await server.inject({ method: 'POST', url: path, headers, payload: JSON.stringify(body) })
    const isJson = String(response.headers['content-type']).includes('json')
    const { code, params, result } = isJson
      ? response.json<ResponseBody<R>>()
      : { code: response.statusCode, params: {}, result: undefined as R }
    if (code !== 200 && code !== 40036) throw new Error(`${path} was refused: ${code} ${response.body.slice(0, 200)}`)
    return {
      code,
      sent: code === 40036 ? (params['challenge'] as R) : result,
      cookie: String(response.headers['set-cookie']).split(';')[0] ?? '',
    }
  }
  const sign = async (challenge: string): Promise<object> =>
    (await post<object>('/sandbox/operator-authenticator', { name, challenge })).sent
  const request = await post<Session>('/swx/admin/login', { name, password })
  const signedIn =
    request.code === 200
      ? request
      : await post<Session>('/swx/admin/login', { name, password, passkey: await sign(request.sent.challenge) })
  Object.assign(headers, { cookie: signedIn.cookie, 'x-csrf': signedIn.sent.csrf })
  return {
    get: async <R>(path: string): Promise<R> =>
      resultOf((await server.inject({ method: 'GET', url: `/swx/admin/${path}`, headers })).body, path),
    post: async <R>(path: string, body: object): Promise<R> => (await post<R>(`/swx/admin/${path}`, body)).sent,
    sign: (payload: ApprovalPayload) =>
      sign(Buffer.from(approvalHash(payload, nodeCrypto), 'hex').toString('base64url')),
  }
}

export type CustomerPage = ReturnType<typeof customerAt>
