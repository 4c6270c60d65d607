import { chains, type Chain, type FundNetwork } from '@evenhand/protocol/funds.ts'
import type { ChainSettings } from '../../kernel/config/chain-settings.ts'
import { SetupError } from '../../kernel/config/config.ts'
import { addressOn } from './address-forms.ts'
import { bitcoin } from './bitcoin.ts'
import type { ChainReader } from './chain-reader.ts'
import { ethereum } from './ethereum.ts'
import { tron } from './tron.ts'

/** The contracts of USDT on the main networks, as its issuer publishes them. */
const mainUsdt = {
  ethereum: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  tron: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
} as const

const networkOf: Readonly<Record<Chain, FundNetwork>> = { bitcoin: 'Bitcoin', ethereum: 'Ethereum', tron: 'TRC20' }

/** A chain that is watched: its reader, the addresses that customers may be given, and the one that all share, in their one spelling. */
export type WatchedChain = {
  readonly chain: Chain
  readonly reader: ChainReader
  readonly own: readonly string[]
  readonly shared?: string
}

/** What the settings come to. Throws a SetupError for an address that is none of its chain. */
export function openChains(settings: ChainSettings) {
  const addresses: Partial<Record<Chain, { shared?: string; own: boolean }>> = {}
  const watched: WatchedChain[] = []
  for (const chain of chains) {
    const params = settings[chain]
    if (params === undefined) continue
    const own = (params.own ?? []).map((address) => checked(chain, address))
    const shared = params.shared === undefined ? {} : { shared: checked(chain, params.shared) }
    addresses[chain] = { own: own.length > 0, ...shared }
    const reader = readerOf(chain, settings)
    if (reader !== undefined && (own.length > 0 || params.shared !== undefined))
      watched.push({ chain, reader, own, ...shared })
  }
  return { addresses, watched }
}

function checked(chain: Chain, address: string): string {
  const known = addressOn(networkOf[chain], address)
  if (known === undefined)
    throw new SetupError(
      `CHAINS_FILE has an address of ${chain} that is none (${address}): check it, character by character.`,
    )
  return known
}

function readerOf(chain: Chain, settings: ChainSettings): ChainReader | undefined {
  const url = settings[chain]?.node
  if (url === undefined) return undefined
  if (chain === 'bitcoin') return bitcoin({ url })
  if (chain === 'ethereum') return ethereum({ url, usdt: checked(chain, settings.ethereum?.usdt ?? mainUsdt.ethereum) })
  const key = settings.tron?.key
  const headers = key === undefined ? {} : { headers: { 'TRON-PRO-API-KEY': key } }
  return tron({ url, ...headers, usdt: checked(chain, settings.tron?.usdt ?? mainUsdt.tron) })
}
