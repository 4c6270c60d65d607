import {
  addToWatchlist,
  createWatchlist,
  deleteWatchlist,
  listWatchlists,
  mergeWatchlist,
  orderWatchlist,
  removeFromWatchlist,
  renameWatchlist,
} from '@evenhand/protocol/watchlist.ts'
import { handle, type Mounted } from '../../../kernel/http/http.ts'
import type { Watchlists } from './watchlist.ts'

/** Requests of a customer about own watchlists and their order. */
export const watchlistRoutes = (watchlists: Watchlists): Mounted[] => [
  handle(listWatchlists, watchlists.listWatchlists),
  handle(addToWatchlist, watchlists.addToWatchlist),
  handle(removeFromWatchlist, watchlists.removeFromWatchlist),
  handle(orderWatchlist, watchlists.orderWatchlist),
  handle(mergeWatchlist, watchlists.mergeWatchlist),
  handle(createWatchlist, watchlists.createWatchlist),
  handle(renameWatchlist, watchlists.renameWatchlist),
  handle(deleteWatchlist, watchlists.deleteWatchlist),
]
