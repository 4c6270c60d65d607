import {
  convertCoins as convertRoute,
  listConversions as listRoute,
  quoteConversion as quoteRoute,
} from '@evenhand/protocol/conversion.ts'
import { handle, type Mounted } from '../../kernel/http/http.ts'
import type { Conversions } from './conversions.ts'

/** Requests of a customer that quote, make and list conversions. */
export const conversionsRoutes = (conversions: Conversions): Mounted[] => [
  handle(quoteRoute, conversions.quote),
  handle(convertRoute, conversions.convert),
  handle(listRoute, conversions.list),
]
