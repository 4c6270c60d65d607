import { useEffect, useRef, useState } from 'react'
import { pinKeys, type PinnedKeys } from '../../lib/pinned-keys.ts'
import type { ReadFile } from './check-files.ts'
import type { FromWorker, ToWorker } from './check-worker.ts'
import { before, withMessage } from './check-state.ts'
import type { Problem } from './open-file.ts'
import { sendTo, startWorker } from './start-worker.ts'

export const maxFilesAtOnce = 20
type Kept = { keys?: ReadFile; heads: readonly string[]; waiting: readonly File[] }

/** Keeps what later checks are made with, and the files that wait for heads. */
function remember(kept: Kept, message: FromWorker): void {
  if (message.is === 'keys') kept.keys = message.keys
  if (message.is === 'heads') kept.heads = message.heads
  if (message.is !== 'result' || message.file === undefined) return
  const { file, result } = message
  const others = kept.waiting.filter((one) => one.name !== file.name)
  kept.waiting = result.state === 'waits' ? [...others, file].slice(-maxFilesAtOnce) : others
}

/**
 * Checks files as they are added, apart from the page, so that it stays at hand however large they are. A key file is what
 * they and later ones are checked with; heads are what exports are held against, also those that came before them.
 */
export function useCheck() {
  const [state, setState] = useState(before)
  const worker = useRef<Worker>(undefined)
  const kept = useRef<Kept>({ heads: [], waiting: [] })
  const stop = (): void => {
    worker.current?.terminate()
    worker.current = undefined
  }
  useEffect(() => stop, [])
  const queue = useRef<readonly File[]>([])
  const end = (problem?: Problem): void => {
    stop()
    setState((now) => ({ ...now, problem, progress: undefined }))
    const next = queue.current
    queue.current = []
    if (next.length > 0) start(next)
  }

  const onMessage = async (message: FromWorker): Promise<ToWorker | undefined> => {
    remember(kept.current, message)
    setState((now) => withMessage(now, message))
    if (message.is === 'done') end()
    if (message.is === 'problem') end(message.problem)
    if (message.is !== 'wantsKeys') return undefined
    const pinned: PinnedKeys | undefined = await pinKeys().catch(() => undefined)
    if (pinned !== undefined)
      setState((now) => ({ ...now, keys: { from: 'browser', since: pinned.since, changed: pinned.changed } }))
    return { is: 'keptKeys', text: pinned?.text ?? '' }
  }

  const start = (files: readonly File[]): void => {
    const own = startWorker()
    worker.current = own
    own.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      // What was on its way when the worker was ended is of no use any more.
      if (worker.current === own) void onMessage(data).then((reply) => reply && sendTo(own, reply))
    })
    own.addEventListener('error', () => end({ is: 'notRead', file: '' }))
    setState((now) => ({ ...now, problem: undefined, progress: { name: files[0]?.name ?? '', done: 0, all: 0 } }))
    const { keys, heads, waiting } = kept.current
    sendTo(own, { is: 'start', request: { files, waiting, keys, heads } })
  }

  return {
    ...state,
    /** Checks files, after those that are being checked. */
    add(files: readonly File[]): void {
      const all = [...queue.current, ...files]
      if (all.length > maxFilesAtOnce) setState((now) => ({ ...now, problem: { is: 'tooMany' } }))
      else if (worker.current !== undefined) queue.current = all
      else if (all.length > 0) start(all)
    },
    /** Ends what is under way; results that are there stay. */
    cancel(): void {
      queue.current = []
      end()
    },
  }
}
