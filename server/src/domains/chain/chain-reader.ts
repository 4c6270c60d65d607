import type { FundCoin, FundNetwork } from '@evenhand/protocol/funds.ts'

/** Coins that came to one address, as one output or log of a transaction of a block. */
export type Transfer = {
  readonly coin: FundCoin
  readonly network: FundNetwork
  /** As transactionHash() writes it. */
  readonly txHash: string
  /** The index within the transaction, the same in whichever block the transaction comes to stand. */
  readonly vout: number
  /** The receiving address in its one spelling; the sending one where the chain names a single one. */
  readonly to: string
  readonly from: string | null
  /** Smallest units of the coin, down. */
  readonly units: bigint
}

/** A block with what came to the watched addresses in it. */
export type Block = {
  readonly height: bigint
  readonly hash: string
  readonly parent: string
  readonly transfers: readonly Transfer[]
}

/** What the watcher reads of a chain. Each call throws when the node does not respond, or returns what it must not. */
export type ChainReader = {
  /** The height of the newest block. */
  head(): Promise<bigint>
  /** The hash of the block at a height; undefined where there is none. */
  hashAt(height: bigint): Promise<string | undefined>
  /** The block at a height; undefined where there is none, or it went away while it was read. */
  block(height: bigint, watched: ReadonlySet<string>): Promise<Block | undefined>
}
