import * as protocol from '@evenhand/protocol/options.ts'
import { handle, type Mounted } from '../../kernel/http/http.ts'
import type { Options } from './index.ts'

export const optionsRoutes = (options: Options): Mounted[] => [
  handle(protocol.getOptionMinAmount, options.minAmount),
  handle(protocol.quoteOptions, options.quote),
  handle(protocol.buyOptions, options.buy),
  handle(protocol.quoteSellOption, options.quoteSale),
  handle(protocol.sellOptions, options.sell),
  handle(protocol.getOptionsOrderById, options.byId),
  handle(protocol.listOptionsOrder, options.list),
  handle(protocol.orderByKey, options.byKey),
]
