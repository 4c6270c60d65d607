import type { Eligibility } from './eligibility.ts'

type Params = {
  /** Reads many customers at once; each requested is in the result. */
  read: (customerIds: readonly string[]) => Promise<Map<string, Eligibility>>
  /** Whether changes elsewhere are received at once; while they are not, every lookup is a read. */
  isCurrent: () => boolean
  /** Customers kept in each of the two generations; at most twice as many in all. */
  generation?: number
}
type Load = { promise: Promise<Eligibility>; spoiled: boolean }
type Waiter = { id: string; resolve: (eligibility: Eligibility) => void; reject: (cause: unknown) => void }

const maxBatch = 1000

/**
 * The eligibility of customers, in memory: looked up at every order. A known one costs a map; unknown ones that come together are
 * read together. What changes while it is being read is read again.
 */
export function createEligibilityCache({ read, isCurrent, generation = 50_000 }: Params) {
  let young = new Map<string, Eligibility>()
  let old = new Map<string, Eligibility>()
  const loads = new Map<string, Load>()
  const readOne = batched(read)

  const keep = (id: string, eligibility: Eligibility): void => {
    young.set(id, eligibility)
    if (young.size < generation) return
    old = young
    young = new Map()
  }
  const load = (id: string): Promise<Eligibility> => {
    const known = loads.get(id)
    if (known !== undefined) return known.promise
    const mine: Load = { promise: Promise.resolve(null as never), spoiled: false }
    loads.set(id, mine)
    const run = async (): Promise<Eligibility> => {
      for (;;) {
        mine.spoiled = false
        const eligibility = await readOne(id)
        if (mine.spoiled) continue
        keep(id, eligibility)
        return eligibility
      }
    }
    mine.promise = run().finally(() => loads.delete(id))
    return mine.promise
  }
  return {
    read(id: string): Eligibility | Promise<Eligibility> {
      if (!isCurrent()) return load(id)
      const kept = young.get(id) ?? old.get(id)
      if (kept === undefined) return load(id)
      if (!young.has(id)) keep(id, kept)
      return kept
    },
    forget(id: string): void {
      young.delete(id)
      old.delete(id)
      const mine = loads.get(id)
      if (mine !== undefined) mine.spoiled = true
    },
    forgetAll(): void {
      young = new Map()
      old = new Map()
      for (const mine of loads.values()) mine.spoiled = true
    },
  }
}

/** Customers who are requested while a read is under way gather and are read together. */
function batched(read: Params['read']): (id: string) => Promise<Eligibility> {
  let waiting: Waiter[] = []
  let reading = false
  const run = async (): Promise<void> => {
    reading = true
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxBatch)
      waiting = waiting.slice(maxBatch)
      try {
        const found = await read([...new Set(batch.map(({ id }) => id))])
        for (const { id, resolve } of batch) resolve(found.get(id) as Eligibility)
      } catch (cause) {
        for (const { reject } of batch) reject(cause)
      }
    }
    reading = false
  }
  return (id) =>
    new Promise((resolve, reject) => {
      waiting.push({ id, resolve, reject })
      if (!reading) void run()
    })
}
