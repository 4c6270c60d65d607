import type { Clock } from '../../kernel/time/clock.ts'
import type { Session } from '../../kernel/http/http.ts'
import { hourMs } from '@evenhand/protocol/durations.ts'

/** A session in memory. `usedAt` moves with every call; `storedUse` is what the table knows of it. Epoch milliseconds. */
export type Kept = {
  readonly session: Session
  usedAt: number
  storedUse: number
  readonly endsAt: number
  /** SHA-256 of the cookie that must come with the token, base64; empty for a program without cookies. */
  readonly binding: string
}

type Params = {
  /** Reads many sessions by key at once; a key that is not in the result has no session. */
  read: (keys: readonly string[]) => Promise<Map<string, Kept>>
  clock: Clock
  idleMs: number
  /** Whether endings elsewhere are received at once; while they are not, every lookup is a read. */
  isCurrent?: () => boolean
  /** Sessions kept in each of the two generations; at most twice as many in all, about 300 bytes each. */
  generation?: number
}

type Load = { promise: Promise<Kept | undefined>; spoiled: boolean }

const useStepMs = hourMs
const maxBatch = 1000

/** Sessions in memory, looked up by the hash of their token. Times are checked at every look-up. */
export function createSessionCache({ read, clock, idleMs, isCurrent = () => true, generation = 100_000 }: Params) {
  const memory = twoGenerations(generation)
  const loads = loader(batched(read), memory.keep)
  // Uses still to be stored outlive the memory's own forgetting.
  const uses = new Map<string, number>()
  const peek = (_key: string, kept: Kept, bindingOf: () => string): Session | undefined => {
    const now = clock.now()
    if (kept.binding !== '' && kept.binding !== bindingOf()) return undefined
    return now >= kept.endsAt || now - kept.usedAt >= idleMs ? undefined : kept.session
  }
  const use = (key: string, kept: Kept, bindingOf: () => string): Session | undefined => {
    const now = clock.now()
    // Refused before it counts as a use: a token that is tried without its cookie keeps no session alive.
    if (peek(key, kept, bindingOf) === undefined) return undefined
    kept.usedAt = now
    if (now - kept.storedUse >= useStepMs) {
      kept.storedUse = now
      uses.set(key, now)
    }
    return kept.session
  }
  const finding =
    (take: typeof use) =>
    (key: string, bindingOf: () => string): Session | undefined | Promise<Session | undefined> => {
      const kept = isCurrent() ? memory.peek(key) : undefined
      // Unused here for so long, it may have been used in another process: then the table knows of it.
      if (kept !== undefined && clock.now() - kept.usedAt < idleMs) return take(key, kept, bindingOf)
      return loads.load(key).then((loaded) => loaded && take(key, loaded, bindingOf))
    }
  return {
    /** `bindingOf` returns the hash of the caller's cookie; it is called where the session has one. */
    find: finding(use),
    /** As `find`, without counting as a use. */
    peek: finding(peek),
    forget(key: string): void {
      memory.drop(key)
      uses.delete(key)
      loads.spoil(key)
    },
    forgetCustomer(customerId: string): void {
      memory.dropCustomer(customerId)
      loads.spoilAll()
    },
    /** Forgets every session, as after a time in which endings elsewhere were not received. */
    forgetAll(): void {
      memory.dropAll()
      loads.spoilAll()
    },
    takeUses(): { key: string; usedAt: number }[] {
      const taken = [...uses].map(([key, usedAt]) => ({ key, usedAt }))
      uses.clear()
      return taken
    },
    /** Takes back uses that could not be stored. */
    returnUses(taken: readonly { key: string; usedAt: number }[]): void {
      for (const { key, usedAt } of taken) uses.set(key, Math.max(usedAt, uses.get(key) ?? 0))
    },
  }
}

/**
 * Two generations bound the memory: a session that is used moves to the young one; when that is full it becomes the old
 * one, and what was not used since is dropped and read again when it comes back.
 */
function twoGenerations(size: number) {
  let young = new Map<string, Kept>()
  let old = new Map<string, Kept>()
  const keep = (key: string, kept: Kept): void => {
    young.set(key, kept)
    if (young.size < size) return
    old = young
    young = new Map()
  }
  return {
    keep,
    peek(key: string): Kept | undefined {
      const kept = young.get(key)
      if (kept !== undefined) return kept
      const older = old.get(key)
      if (older !== undefined) keep(key, older)
      return older
    },
    drop(key: string): void {
      young.delete(key)
      old.delete(key)
    },
    dropAll(): void {
      young = new Map()
      old = new Map()
    },
    dropCustomer(customerId: string): void {
      for (const map of [young, old]) {
        for (const [key, kept] of map) if (kept.session.customerId === customerId) map.delete(key)
      }
    },
  }
}

/** One read at a time for a key. A session that ends or changes while it is being read is read again. */
function loader(readOne: (key: string) => Promise<Kept | undefined>, keep: (key: string, kept: Kept) => void) {
  const loads = new Map<string, Load>()
  const read = async (key: string, mine: Load): Promise<Kept | undefined> => {
    let kept: Kept | undefined
    do {
      mine.spoiled = false
      kept = await readOne(key)
    } while (mine.spoiled)
    if (kept !== undefined) keep(key, kept)
    return kept
  }
  return {
    load(key: string): Promise<Kept | undefined> {
      const known = loads.get(key)
      if (known !== undefined) return known.promise
      const mine: Load = { promise: Promise.resolve(undefined), spoiled: false }
      loads.set(key, mine)
      mine.promise = read(key, mine).finally(() => loads.delete(key))
      return mine.promise
    },
    spoil(key: string): void {
      const load = loads.get(key)
      if (load !== undefined) load.spoiled = true
    },
    spoilAll(): void {
      for (const load of loads.values()) load.spoiled = true
    },
  }
}

/** Keys that are requested while a read is under way gather and are read together. */
function batched(read: Params['read']): (key: string) => Promise<Kept | undefined> {
  type Waiter = { key: string; resolve: (kept: Kept | undefined) => void; reject: (cause: unknown) => void }
  let waiting: Waiter[] = []
  let reading = false
  const run = async (): Promise<void> => {
    reading = true
    // One tick of the event loop, so that calls which arrived in the same packet go together.
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxBatch)
      try {
        const found = await read(batch.map(({ key }) => key))
        for (const { key, resolve } of batch) resolve(found.get(key))
      } catch (cause) {
        for (const { reject } of batch) reject(cause)
      }
    }
    reading = false
  }
  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (!reading) void run()
    })
}
