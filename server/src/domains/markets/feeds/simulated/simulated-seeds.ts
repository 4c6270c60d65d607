import { createHash, createHmac } from 'node:crypto'

/**
 * The seeds of a simulated market: one of 32 bytes for each UTC day (counted since 1970-01-01), drawn from one secret.
 *
 * Before a day begins its hash is published; after it has ended the seed itself. All prices of a day of an instrument
 * follow from the catalogue, the calendar, the seed of that day and the seeds of the eighty trading days before it, and of
 * nothing else: a stranger who holds the published seeds regenerates the day, and without the secret it cannot be known
 * anything about a day whose seed is not out.
 */
export type Seeds = {
  /** Secret until the day is over. */
  daySeed(day: number): Uint8Array
}

/** Seeds from the installation's secret: HMAC-SHA-256(secret, "simulated day N"). */
export const seedsOf = (secret: Uint8Array): Seeds => ({
  daySeed: (day) => createHmac('sha256', secret).update(`simulated day ${day}`).digest(),
})

/** Seeds from those that were published. Reading a day whose seed is not among them throws. */
export const publishedSeeds = (seeds: ReadonlyMap<number, Uint8Array>): Seeds => ({
  daySeed: (day) => {
    const seed = seeds.get(day)
    if (seed === undefined) throw new Error(`The seed of day ${day} has not been published`)
    return seed
  },
})

/** What is published before the day: SHA-256 of its seed, in hex. */
export const seedHash = (seed: Uint8Array): string => createHash('sha256').update(seed).digest('hex')
