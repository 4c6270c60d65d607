import { Unreached } from '../problem.ts'
import type { SendForm } from '../call.ts'

/** A line that moves nothing for so long is given up; a long sending alone is not. */
const silenceMs = 90_000

type Watch = { onProgress: (percent: number) => void; signal: AbortSignal }

/** Sends by XMLHttpRequest, which reports its progress in percent. Throws Unreached where no response comes. */
export const sendWith =
  ({ onProgress, signal }: Watch): SendForm =>
  (path, headers, form) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      let timer: ReturnType<typeof setTimeout>
      const giveUp = (kind: 'timeout' | 'offline', cause: unknown) => {
        clearTimeout(timer)
        reject(new Unreached(kind, { cause }))
      }
      const waitAgain = () => {
        clearTimeout(timer)
        timer = setTimeout(() => {
          request.abort()
          giveUp('timeout', undefined)
        }, silenceMs)
      }
      const stop = () => {
        request.abort()
        clearTimeout(timer)
        reject(signal.reason)
      }
      request.open('POST', path)
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
      request.upload.addEventListener('progress', ({ loaded, total }) => {
        waitAgain()
        onProgress(Math.floor((loaded / Math.max(total, 1)) * 100))
      })
      request.addEventListener('error', (cause) => giveUp('offline', cause))
      request.addEventListener('load', () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', stop)
        const retryAfter = request.getResponseHeader('Retry-After')
        const { status } = request
        resolve(
          new Response(request.responseText, { status, ...(retryAfter && { headers: { 'Retry-After': retryAfter } }) }),
        )
      })
      signal.addEventListener('abort', stop, { once: true })
      waitAgain()
      request.send(form)
    })
