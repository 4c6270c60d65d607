import { isAway, sqlState } from '../db/db.ts'
import type { Log } from '../log.ts'

/** A call that has to be posted again with the next batch: the one before it is not done, or space was made for it. */
export const again = Symbol('again')

export type LaneParams<Request, Response> = {
  name: string
  /** Posts a batch as one statement; one response a call, in order. A refusal of one call is its response, not a throw. */
  post: (batch: readonly Request[]) => Promise<readonly (Response | typeof again)[]>
  /** Calls with the same value never share a batch; the repeat goes with the next. */
  ownerOf: (request: Request) => unknown
  maxBatch: number
  /** Calls that may wait; beyond it a call is refused at once. */
  maxQueue: number
  log: Log
}

export type Lane<Request, Response> = { send(request: Request): Promise<Response>; waiting(): number }

/** The lane is full: refused like a call while the database is away, so that the caller retries. */
export class LaneFull extends Error {
  readonly code = '53000'
  constructor(name: string) {
    super(`lane ${name} is full`)
  }
}

type Waiting<Request, Response> = {
  request: Request
  resolve: (response: Response) => void
  reject: (cause: unknown) => void
  tries: number
  /** When it came, by a clock that only rises. */
  since: number
}

const maxTries = 50
/** A call that has not left by then is refused: its caller must get a response within three seconds. */
const maxWaitMs = 2500

/**
 * Group commit without a timer: calls that arrive while a batch is on its way gather and go together as the next one;
 * an idle lane posts at once. A batch that fails is posted call by call, so that one poisoned call does not fail its
 * neighbours; when the database went away the effect is unknown and every call of the batch rejects with that.
 */
export function createLane<Request, Response>(params: LaneParams<Request, Response>): Lane<Request, Response> {
  let queue: Waiting<Request, Response>[] = []
  let busy = false

  const take = (): Waiting<Request, Response>[] => {
    const { batch, rest, late } = divide(params, queue)
    queue = rest
    for (const call of late) call.reject(new LaneFull(params.name))
    return batch
  }

  const settle = (batch: Waiting<Request, Response>[], responses: readonly (Response | typeof again)[]): void => {
    const back: Waiting<Request, Response>[] = []
    batch.forEach((call, index) => {
      const response = responses[index]
      if (response !== again) call.resolve(response as Response)
      else if (++call.tries >= maxTries) call.reject(new LaneFull(params.name))
      else back.push(call)
    })
    if (back.length > 0) queue = [...back, ...queue]
  }

  const postOne = async (call: Waiting<Request, Response>): Promise<void> => {
    try {
      settle([call], await postRetryingDeadlocks(params, [call.request]))
    } catch (cause) {
      call.reject(cause)
    }
  }

  const flush = async (): Promise<void> => {
    while (queue.length > 0) {
      const batch = take()
      if (batch.length === 0) continue
      try {
        settle(
          batch,
          await postRetryingDeadlocks(
            params,
            batch.map((call) => call.request),
          ),
        )
      } catch (cause) {
        if (isAway(cause) || batch.length === 1) for (const call of batch) call.reject(cause)
        else {
          params.log.warn(
            { lane: params.name, calls: batch.length, cause: String(cause) },
            'a batch failed and goes call by call',
          )
          for (const call of batch) await postOne(call)
        }
      }
    }
    busy = false
  }

  return {
    waiting: () => queue.length,
    send: (request) =>
      new Promise<Response>((resolve, reject) => {
        if (queue.length >= params.maxQueue) return reject(new LaneFull(params.name))
        queue.push({ request, resolve, reject, tries: 0, since: performance.now() })
        if (!busy) {
          busy = true
          setImmediate(() => void flush())
        }
      }),
  }
}

/** What of a queue goes with the next batch, what waits on, and what has waited too long; each in the order it came. */
function divide<Request, Response>(
  params: LaneParams<Request, Response>,
  queue: readonly Waiting<Request, Response>[],
) {
  const owners = new Set<unknown>()
  const batch: Waiting<Request, Response>[] = []
  const rest: Waiting<Request, Response>[] = []
  const late: Waiting<Request, Response>[] = []
  const oldest = performance.now() - maxWaitMs
  for (const call of queue) {
    const owner = params.ownerOf(call.request)
    if (call.since < oldest) late.push(call)
    else if (batch.length < params.maxBatch && !owners.has(owner)) batch.push(call)
    else rest.push(call)
    owners.add(owner)
  }
  return { batch, rest, late }
}

// Two processes that lock the same rows can meet in spite of the one order; PostgreSQL then ends one of them unharmed.
async function postRetryingDeadlocks<Request, Response>(
  params: LaneParams<Request, Response>,
  requests: Request[],
): Promise<readonly (Response | typeof again)[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await params.post(requests)
    } catch (cause) {
      if (sqlState(cause) !== '40P01' || attempt === 5) throw cause
    }
  }
}
