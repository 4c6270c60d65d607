import {
  getKValueByCodeAndDate,
  getMarketInfo,
  getPriceSources,
  listMarketByType,
  listSeconds,
  tickSources,
} from '@evenhand/protocol/markets.ts'
import { handle, type Mounted } from '../../kernel/http/http.ts'
import { drawingsRoutes } from './drawings/drawings.routes.ts'
import type { Markets } from './markets.api.ts'
import { watchlistRoutes } from './watchlist/watchlist.routes.ts'

/** Requests for listings, candles, seconds and sources of prices, and those of a customer about drawings and watchlists. */
export const marketsRoutes = (markets: Markets): Mounted[] => [
  handle(listMarketByType, (request, call) => markets.listMarkets(request, call.lang)),
  handle(getKValueByCodeAndDate, (request) => markets.listCandles(request)),
  handle(listSeconds, (request) => markets.listSeconds(request)),
  handle(getMarketInfo, (request, call) => markets.marketInfo(request.code, call.lang)),
  handle(getPriceSources, (request) => markets.priceSources(request.code)),
  handle(tickSources, (request) => markets.tickSources(request)),
  ...drawingsRoutes(markets.drawings),
  ...watchlistRoutes(markets.watchlists),
]
