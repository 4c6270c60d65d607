import { request } from 'node:http'

export type Sent = {
  status: number
  code: number
  result: { fileId: string; sha256: string }
  params: Record<string, unknown>
}
export type Part = readonly [name: string, value: string | Buffer, fileName?: string]
type SendParams = { token?: string; type?: string; chunked?: boolean; cutAt?: number }

export const fileBoundary = 'a-boundary'

/** A body of fields and files, as a browser makes it. */
export const multipart = (parts: readonly Part[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(([name, value, file]) => [
      Buffer.from(
        `--${fileBoundary}\r\ncontent-disposition: form-data; name="${name}"${file === undefined ? '' : `; filename="${file}"\r\ncontent-type: text/html`}\r\n\r\n`,
      ),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${fileBoundary}--\r\n`),
  ])

/** Sends files over a real socket: a body of 51 MB and one that is cut are what they are only there. */
export function createUploads() {
  const to = { port: 0, token: '' }
  const send = (body: Buffer, options: SendParams = {}): Promise<Sent> =>
    new Promise((resolve, reject) => {
      const length = options.chunked === true ? { 'transfer-encoding': 'chunked' } : { 'content-length': body.length }
      const headers = {
        authorization: options.token ?? to.token,
        'content-type': options.type ?? `multipart/form-data; boundary=${fileBoundary}`,
        ...length,
      }
      const requested = request(
        { port: to.port, method: 'POST', path: '/swx/customer/file/upload', headers },
        (response) => {
          let text = ''
          response.on('data', (part: Buffer) => void (text += part.toString()))
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, ...(JSON.parse(text) as object) } as Sent),
          )
        },
      )
      requested.on('error', reject)
      if (options.cutAt === undefined) requested.end(body)
      else requested.write(body.subarray(0, options.cutAt), () => requested.destroy(new Error('cut')))
    })
  const upload = (purpose: string, file: Buffer, options: { token?: string; name?: string } = {}): Promise<Sent> =>
    send(
      multipart([
        ['purpose', purpose],
        ['file', file, options.name ?? 'picture.jpg'],
      ]),
      options,
    )
  return { to, send, upload }
}
