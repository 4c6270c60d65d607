import { marketTypes } from '@evenhand/protocol/markets.ts'
import type { Instrument } from '../catalogue/instrument.ts'

/** A coin's own code on an exchange, by our code; null where the exchange gives our code to another coin, or to none. */
type Codes = Readonly<Record<string, string | null>>

/**
 * Our DEFI is an index of many coins, which is traded as a perpetual contract alone. On every spot market the code is
 * De.Fi's, a coin at a hundred-thousandth of its price.
 */
const everywhere: Codes = { DEFI: null }

/**
 * Where a code of ours means another coin, as far as is known: compared with the exchanges' own listings, and with the
 * conflicts that ccxt records. Another conflict is added here; FEED_FILE overrides each.
 */
const codesOf: ReadonlyMap<string, Codes> = new Map([
  // NEIRO is Neiro on Ethereum at a hundred times the price of First Neiro, which is NEIROCTO; GAS is GasDAO.
  ['bybit', { NEIRO: 'NEIROCTO', GAS: null }],
  // Bitcoin File and Game.com.
  ['gate', { BIFI: null, GTC: null }],
  // Degen Reborn, and an OMNI that is not Omni Network's.
  ['bitget', { DEGEN: null, OMNI: null }],
  // Hydro Protocol.
  ['okx', { HOT: null }],
  ['coinbase', { CELO: 'CGLD' }],
  // Its LUNA is Terra Classic, and Terra is LUNA2.
  ['kraken', { LUNA: 'LUNA2', LUNC: 'LUNA' }],
])

/**
 * An exchange's symbol of a coin: the exchange's code of it and that of what it is priced in, with the exchange's
 * separator between them. Undefined for what is no coin, and for a coin that is not to be requested from the exchange.
 */
export function coinSymbol({ type, base, quote }: Instrument, exchange: string, separator: string): string | undefined {
  const code = { ...everywhere, ...codesOf.get(exchange) }[base]
  return type !== marketTypes.crypto || code === null ? undefined : `${code ?? base}${separator}${quote}`
}
