import type { FundCoin } from '@evenhand/protocol/funds.ts'

/** What is paid, to whom. `id` is the withdrawal's: whatever is signed for it is signed once. */
export type Payment = {
  id: string
  chain: string
  network: string
  coin: FundCoin
  address: string
  memo: string | undefined
  /** In smallest units of the coin. */
  net: bigint
}

/** A transaction as it is kept before it is sent: sent again, it is the same one. */
export type Signed = { txid: string; bytes: Uint8Array }

/** The network cannot be reached now. Ends nothing: it is tried again. */
export class NetworkDown extends Error {
  override name = 'NetworkDown'
}

/**
 * The holder of the keys of a chain's coins. Signing a payment of one id again gives the same transaction; sending one
 * again does nothing more. Both throw NetworkDown where the chain cannot be reached.
 */
export type Signer = {
  /** Its name for people; a sandbox's shows that no coin moves. */
  readonly label: string
  sign(payment: Payment): Promise<Signed>
  send(payment: Payment, signed: Signed): Promise<void>
  /** `unknown` before the network has seen it; `never` with the chain's proof that it cannot be included any more. */
  statusOf(txid: string): Promise<{ state: 'unknown' | 'waits' | 'included' } | { state: 'never'; proof: string }>
}
