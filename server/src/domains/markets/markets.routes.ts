import {
  getKValueByCodeAndDate,
  getMarketInfo,
  getPriceSources,
  listMarketByType,
  tickSources,
} from '@evenhand/protocol/markets.ts'
import { handle, type Mounted } from '../../kernel/http/http.ts'
import { drawingsRoutes } from './drawings/drawings.routes.ts'
import type { Markets } from './index.ts'
import { watchlistRoutes } from './watchlist/watchlist.routes.ts'

export const marketsRoutes = (markets: Markets): Mounted[] => [
  handle(listMarketByType, (ask, call) => markets.listMarkets(ask, call.lang)),
  handle(getKValueByCodeAndDate, (ask) => markets.listCandles(ask)),
  handle(getMarketInfo, (ask, call) => markets.marketInfo(ask.code, call.lang)),
  handle(getPriceSources, (ask) => markets.priceSources(ask.code)),
  handle(tickSources, (ask) => markets.tickSources(ask)),
  ...drawingsRoutes(markets.drawings),
  ...watchlistRoutes(markets.watchlists),
]
