import {
  publicChecks,
  publicConsistency,
  publicHeads,
  publicKeys,
  publicListings,
  publicStats,
  publicStatsHistory,
  publicTicks,
} from '@evenhand/protocol/books.ts'
import { nftRecords } from '@evenhand/protocol/collectible-files.ts'
import { contractReceipt } from '@evenhand/protocol/contracts.ts'
import { orderReceipt } from '@evenhand/protocol/options.ts'
import { encodeOnce } from '../../kernel/sockets/encode-once.ts'
import { handle, type Mounted, type Raw } from '../../kernel/http/http.ts'
import type { Figures } from './figures.ts'
import type { Books } from './index.ts'

/** Requests for keys, heads, checks, ticks, listings and receipts of the log; all but a receipt need no session. */
export const booksRoutes = (books: Books): Mounted[] => [
  handle(publicKeys, async () => books.publicKeys()),
  handle(publicHeads, async (request) => (await books.publicHeads(request)).map((head) => ({ ...head }))),
  handle(publicConsistency, (request) => books.publicConsistency(request)),
  handle(publicChecks, async () =>
    (await books.checkStates()).map((check) => ({ ...check, findings: [...check.findings] })),
  ),
  handle(publicTicks, async (request) => ({ ...(await books.publicTicks(request)) }) as never),
  handle(publicListings, async (request) => ({ ...(await books.publicListings(request)) }) as never),
  handle(nftRecords, async ({ id }) => (await books.collectibleDocument(id)) as never),
  handle(
    orderReceipt,
    async (request, call) =>
      (await books.orderReceipt({ accountId: call.session.accountId, orderId: request.id })) as never,
  ),
  handle(
    contractReceipt,
    async (request, call) =>
      (await books.contractReceipt({ accountId: call.session.accountId, orderId: request.id })) as never,
  ),
]

/** The newest figures, encoded once a statement: every visitor of the home page requests them. */
function newestFigures(figures: Figures): () => Promise<Raw> {
  let encoded: { at: number; raw: Raw } | undefined
  return async () => {
    const stats = await figures.stats()
    if (encoded?.at !== stats.at) encoded = { at: stats.at, raw: encodeOnce(stats) }
    return encoded.raw
  }
}

/** Public requests for the figures of the product, the newest and those of earlier days. */
export const figuresRoutes = (figures: Figures): Mounted[] => [
  handle(publicStats, newestFigures(figures)),
  handle(publicStatsHistory, async (request) => (await figures.history(request)) as never),
]
