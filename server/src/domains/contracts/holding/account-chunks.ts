import type { EngineAccount } from '@evenhand/proofs/contracts/engine/book.ts'

/** So many accounts take about two milliseconds, after which other calls of the process have their turn. */
const chunkLength = 4_000

/** Accounts in chunks, so that a book of tens of thousands is gone through without holding up the calls of customers. */
export function* chunksOf(accounts: readonly EngineAccount[]): Generator<readonly EngineAccount[]> {
  for (let from = 0; from < accounts.length; from += chunkLength) yield accounts.slice(from, from + chunkLength)
}
