import { assetScales, type Asset } from './money.ts'

/** Coins that customers bring in and take out. */
export const fundCoins = ['USDT', 'BTC', 'ETH'] as const satisfies readonly Asset[]
export type FundCoin = (typeof fundCoins)[number]
/** A network as customers know it; two of them may live on one chain. */
export const fundNetworks = ['TRC20', 'ERC20', 'Bitcoin', 'Ethereum'] as const
export type FundNetwork = (typeof fundNetworks)[number]
/** Where the coins of a network are kept; also the name of the custody account. */
export const chains = ['bitcoin', 'ethereum', 'tron'] as const
export type Chain = (typeof chains)[number]

/** One way in and out: a coin on a network. Amounts in smallest units of the coin. */
export type FundMethod = {
  readonly method: string
  readonly coin: FundCoin
  readonly network: FundNetwork
  readonly chain: Chain
  readonly minDeposit: bigint
  readonly minWithdrawal: bigint
  /** What the fee of a withdrawal comes to at most. */
  readonly feeCap: bigint
  /** Blocks on top of the transaction's own, itself included, before its coins are final. */
  readonly confirmations: number
}

/** The fee of a withdrawal, of the amount: two of a thousand. */
export const withdrawalFeeRate = { of: 2n, per: 1000n, text: '0.002' } as const

const usdt = (whole: bigint): bigint => whole * 10n ** BigInt(assetScales.USDT)
const onUsdt = { coin: 'USDT', minDeposit: usdt(120n), minWithdrawal: usdt(10n), feeCap: usdt(10n) } as const

/** Every way in and out, with its limits: the one table of them. */
export const fundMethods: readonly FundMethod[] = [
  { method: 'USDT-TRC20', network: 'TRC20', chain: 'tron', confirmations: 19, ...onUsdt },
  { method: 'USDT-ERC20', network: 'ERC20', chain: 'ethereum', confirmations: 12, ...onUsdt },
  {
    method: 'BTC-Bitcoin',
    coin: 'BTC',
    network: 'Bitcoin',
    chain: 'bitcoin',
    minDeposit: 1_500_000n,
    minWithdrawal: 20_000n,
    feeCap: 30_000n,
    confirmations: 2,
  },
  {
    method: 'ETH-Ethereum',
    coin: 'ETH',
    network: 'Ethereum',
    chain: 'ethereum',
    minDeposit: 20_000_000n,
    minWithdrawal: 500_000n,
    feeCap: 400_000n,
    confirmations: 12,
  },
]

/** The way of a coin and a network; undefined where the coin does not travel on it. */
export const methodOf = (coin: string, network: string): FundMethod | undefined =>
  fundMethods.find((one) => one.coin === coin && one.network === network)

const hashForms: Readonly<Record<Chain, RegExp>> = {
  bitcoin: /^[0-9a-f]{64}$/,
  ethereum: /^0x[0-9a-f]{64}$/,
  tron: /^[0-9a-f]{64}$/,
}

/**
 * A transaction hash as it is kept: in small letters, with 0x on Ethereum and without it elsewhere, so that one transaction
 * has one spelling. Undefined for what is no hash of that chain, as one with 0x anywhere else.
 */
export function transactionHash(chain: Chain, text: string): string | undefined {
  const small = text.trim().toLowerCase()
  return hashForms[chain].test(small) ? small : undefined
}

/** USDT that may be paid in and traded before identity is verified, in smallest units. */
export const maxUnverified = usdt(1000n)
/** Up to this much, in smallest units of USDT, one person may credit a deposit or approve; above it two. */
export const maxByOnePerson = usdt(1000n)
