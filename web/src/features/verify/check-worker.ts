import { checkFiles, type CheckRequest, type Report } from './check-files.ts'
import { Unread, type Problem } from './open-file.ts'

/** To the worker: what to check, then the kept keys if it requests them. */
export type ToWorker =
  | { readonly is: 'start'; readonly request: CheckRequest }
  | { readonly is: 'keptKeys'; readonly text: string }
/** From the worker: its reports, and how it ended. */
export type FromWorker =
  | Report
  | { readonly is: 'wantsKeys' | 'done' }
  | { readonly is: 'problem'; readonly problem: Problem }

function send(message: FromWorker): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the page that started it is of this origin
  postMessage(message)
}
let resolveKeys: (text: string) => void = () => undefined

// Pieces of a file come faster than a page is drawn.
const progressMs = 100
let lastProgress = 0
function report(message: Report): void {
  if (message.is === 'progress') {
    const now = performance.now()
    if (now - lastProgress < progressMs) return
    lastProgress = now
  }
  send(message)
}

function keptKeys(): Promise<string> {
  send({ is: 'wantsKeys' })
  return new Promise((resolve) => (resolveKeys = resolve))
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.is === 'keptKeys') {
    resolveKeys(data.text)
    return
  }
  checkFiles(data.request, { report, keptKeys }).then(
    () => send({ is: 'done' }),
    (cause: unknown) => {
      if (!(cause instanceof Unread)) throw cause
      send({ is: 'problem', problem: cause.problem })
    },
  )
})
