import type { Signer } from '@evenhand/proofs/crypto.ts'
import type { SaleMode } from '@evenhand/protocol/collectibles.ts'
import type { Lang } from '@evenhand/protocol/languages.ts'
import type { BidStatus, CollectibleStatus, DeliveryStatus } from '@evenhand/protocol/states.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { Refusal } from '../../kernel/http/refusal.ts'
import type { Limits } from '../../kernel/http/rate-limits.ts'
import type { Session } from '../../kernel/http/http.ts'
import type { Log } from '../../kernel/log.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import type { Ledger } from '../ledger/index.ts'
import type { EnqueueNotices } from '../notices/index.ts'

export type CollectiblesDb = Db<'collectibles'>

export type CollectiblesDeps = {
  db: CollectiblesDb
  clock: Clock
  log: Log
  limits: Limits
  /** The installation's key, which is not in the database. */
  signer: Signer
  ledger: Pick<Ledger, 'balances' | 'tradable' | 'accountNamed' | 'remember' | 'findKey'>
  /** Refuses who may not bid or buy: legal hold and restriction 10008, country 40001, pause 40005. */
  mayBid: (params: { session: Session; ip: string }) => Promise<void>
  /** By what an operation that needs a verified identity is refused; undefined where it is verified. */
  identityRefusal: (customerId: string) => Promise<Refusal | undefined>
  /** Real balances of these accounts have changed. It must not throw, nor wait for anything. */
  moved: (accountIds: readonly bigint[]) => void
  /** A collectible is another than before: open pages read it anew. It must not throw, nor wait. */
  changed: (collectibleId: string) => void
  /** The name a customer is known by, for the certificate. */
  usernameOf: (accountId: bigint) => Promise<string>
  /** Refuses 10008 whose property may not leave: a legal hold he was notified of. */
  mayLeave: (customerId: string) => Promise<void>
  /** The address of this installation, which metadata is served under. */
  publicUrl: string
  /** What works are delivered on; left out where an installation delivers on no chain. */
  tokens?: Tokens | undefined
  /** Notifies customers, if and when the transaction commits. */
  enqueueNotices: EnqueueNotices
}

/** The chain that sold works are minted on for their owners. */
export type Tokens = {
  /** As customers read it, and whether what is on it is play money's. */
  name: string
  isSandbox: boolean
  /** The contract, with the checksum of its address. */
  contract: string
  /** An address of the chain in its one spelling; undefined where it is none. */
  addressOn: (text: string) => string | undefined
  /** Whether an address may be sent to by the list of sanctions, where one is configured. */
  screen?: ((address: string) => 'clear' | 'listed' | 'stale') | undefined
  /** As the role `chain`. */
  db: CollectiblesDb
  /** Opens what signs and sends; it holds the minter's key. */
  open: () => Promise<TokenChain>
}

/** What mints on a chain. Each call throws where the chain cannot be reached, or refuses for a reason of our own. */
export type TokenChain = {
  nextNonce(): Promise<bigint>
  ownerOf(tokenId: bigint): Promise<string | undefined>
  /** Undefined where the address takes no token. `before`: what waits under the same nonce, and is to pay more. */
  sign(
    minting: { tokenId: bigint; to: string; imageHash: string },
    params: { nonce: bigint; before?: Uint8Array | undefined },
  ): Promise<{ txHash: string; bytes: Uint8Array } | undefined>
  send(signed: { txHash: string; bytes: Uint8Array }): Promise<void>
  /** `unknown`: in no block. `reverted`: in one for good, and nothing was minted. */
  stateOf(txHash: string): Promise<'unknown' | 'included' | 'final' | 'reverted'>
}

export type Texts = Readonly<Record<Lang, string>>

/** A collectible with its work and its charity; amounts in smallest units of USDT, times epoch milliseconds. */
export type Item = {
  id: string
  titles: Texts
  creator: string
  isGenerated: boolean
  imageHash: string
  workId: string
  charityId: string
  charity: string
  charityCountry: string
  saleMode: SaleMode
  startPrice: bigint | null
  price: bigint | null
  status: CollectibleStatus
  startAt: number | null
  /** The effective end. */
  endAt: number | null
  extendedCount: number
  currentBid: bigint | null
  leader: number | null
  bidders: number
  bids: number
  lastAt: number
  chain: string | null
  address: string | null
  tokenId: string | null
  createdBy: string
  createdAt: number
  soldPrice: bigint | null
  soldAt: number | null
  owner: number | null
  /** What the charity's account received for it, price and royalties, by the entries. */
  donated: bigint
  /** How many owners it has had. */
  transfers: number
  /** For what its owner offers it, and since when; null where it is not on sale, or the time was not given. */
  offerPrice: bigint | null
  offeredAt: number | null
}

/** The token of a sold work on its way to its owner. */
export type Delivery = {
  itemId: string
  status: DeliveryStatus
  chain: string
  address: string
  txHash: string | null
  requestedAt: number
  endedAt: number | null
}

/** A customer's part in an auction. `ceiling` is seen by its customer alone before the end. */
export type Bidder = {
  itemId: string
  no: number
  accountId: bigint
  customerId: string
  nonce: Buffer
  amount: bigint
  ceiling: bigint
  asset: 1 | 3
  holdId: string | null
  status: BidStatus
  at: number
}
