import type { Clock } from '../../kernel/clock.ts'
import type { Session } from '../../kernel/http.ts'

/** A session in memory. `usedAt` moves with every call; `storedUse` is what the table knows of it. Epoch milliseconds. */
export type Kept = { readonly session: Session; usedAt: number; storedUse: number; readonly endsAt: number }

type Of = {
  /** Reads many sessions by key at once; a key that is not in the answer is nobody's. */
  read: (keys: readonly string[]) => Promise<Map<string, Kept>>
  clock: Clock
  idleMs: number
  /** Sessions kept in each of the two generations; at most twice as many in all, about 300 bytes each. */
  generation?: number
}

type Load = { promise: Promise<Kept | undefined>; spoiled: boolean }

const useStepMs = 3_600_000
const maxBatch = 1000

/**
 * Two generations bound the memory: a session that is used moves to the young one; when that is full it becomes the old
 * one, and what nobody used since is dropped and read again when it comes back.
 */
export function createSessionCache({ read, clock, idleMs, generation = 100_000 }: Of) {
  let young = new Map<string, Kept>()
  let old = new Map<string, Kept>()
  // Uses still to be stored outlive the cache's own forgetting.
  const uses = new Map<string, number>()
  const loads = new Map<string, Load>()
  const readMany = batched(read)

  const keep = (key: string, kept: Kept): void => {
    young.set(key, kept)
    if (young.size < generation) return
    old = young
    young = new Map()
  }
  const look = (key: string): Kept | undefined => {
    const kept = young.get(key)
    if (kept !== undefined) return kept
    const older = old.get(key)
    if (older !== undefined) keep(key, older)
    return older
  }
  const use = (key: string, kept: Kept): Session | undefined => {
    const now = clock.now()
    if (now >= kept.endsAt || now - kept.usedAt >= idleMs) return undefined
    kept.usedAt = now
    if (now - kept.storedUse >= useStepMs) {
      kept.storedUse = now
      uses.set(key, now)
    }
    return kept.session
  }
  const load = async (key: string, mine: Load): Promise<Kept | undefined> => {
    let kept: Kept | undefined
    do {
      mine.spoiled = false
      kept = await readMany(key)
      // Ended or changed while it was read: what came back may be older than that.
    } while (mine.spoiled)
    if (kept !== undefined) keep(key, kept)
    return kept
  }
  const loadOnce = (key: string): Promise<Kept | undefined> => {
    const known = loads.get(key)
    if (known !== undefined) return known.promise
    const mine: Load = { promise: Promise.resolve(undefined), spoiled: false }
    loads.set(key, mine)
    mine.promise = load(key, mine).finally(() => loads.delete(key))
    return mine.promise
  }

  return {
    find(key: string): Session | undefined | Promise<Session | undefined> {
      const kept = look(key)
      if (kept !== undefined) return use(key, kept)
      return loadOnce(key).then((loaded) => loaded && use(key, loaded))
    },
    forget(key: string): void {
      young.delete(key)
      old.delete(key)
      uses.delete(key)
      const loading = loads.get(key)
      if (loading !== undefined) loading.spoiled = true
    },
    forgetCustomer(customerId: string): void {
      for (const map of [young, old]) {
        for (const [key, kept] of map) if (kept.session.customerId === customerId) map.delete(key)
      }
      for (const loading of loads.values()) loading.spoiled = true
    },
    takeUses(): { key: string; usedAt: number }[] {
      const taken = [...uses].map(([key, usedAt]) => ({ key, usedAt }))
      uses.clear()
      return taken
    },
  }
}

/** Keys that are asked for while a read is under way gather and are read together. */
function batched(read: Of['read']): (key: string) => Promise<Kept | undefined> {
  type Waiter = { key: string; resolve: (kept: Kept | undefined) => void; reject: (cause: unknown) => void }
  let waiting: Waiter[] = []
  let reading = false
  const run = async (): Promise<void> => {
    reading = true
    // One turn of the loop, so that calls which arrived in the same packet go together.
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
