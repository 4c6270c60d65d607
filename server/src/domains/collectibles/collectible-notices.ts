import { minNextAfter } from '@evenhand/proofs/collectibles/auction.ts'
import { shortAddress } from '@evenhand/protocol/addresses.ts'
import { langValues } from '@evenhand/protocol/languages.ts'
import { sql } from '../../kernel/db/db.ts'
import type { AnyDb } from '../ledger/index.ts'
import type { CollectiblesDeps, Item } from './collectibles.deps.ts'
import { usdtText } from './collectibles.rules.ts'
import { viewMoney } from './resale.rules.ts'

type Notifying = Pick<CollectiblesDeps, 'enqueueNotices'>

/** The title in the language of the customer who is notified; read in the transaction, which holds a connection already. */
async function titleFor(tx: AnyDb, item: Item, accountId: bigint): Promise<string> {
  const { rows } = await sql<{ lang: string | null }>`select collectibles.lang_of(${accountId}) as lang`.execute(tx)
  return item.titles[langValues.find((one) => one === rows[0]?.lang) ?? 'zh']
}

/** Another leads now: what was held is free again. `record` is what outbid it. */
export async function notifyOutbid(
  deps: Notifying,
  tx: AnyDb,
  { item, accountId, amount, record }: { item: Item; accountId: bigint; amount: bigint; record: number },
): Promise<void> {
  const title = await titleFor(tx, item, accountId)
  const params = { nftId: item.id, title, amount: usdtText(amount), next: usdtText(minNextAfter(amount)) }
  await deps.enqueueNotices(tx, [{ accountId, template: 'nft.outbid', params, ref: `nft.outbid ${item.id} ${record}` }])
}

/** What became of an auction for one customer: it was won, or another bought it at its price. */
export async function notifyEnd(
  deps: Notifying,
  tx: AnyDb,
  {
    template,
    item,
    accountId,
    amount,
  }: { template: 'nft.won' | 'nft.void'; item: Item; accountId: bigint; amount: bigint },
): Promise<void> {
  const params = {
    nftId: item.id,
    title: await titleFor(tx, item, accountId),
    amount: usdtText(amount),
    charity: item.charity,
  }
  await deps.enqueueNotices(tx, [{ accountId, template, params, ref: `${template} ${item.id}` }])
}

/** A work went from one owner to another: both are notified, and neither reads who the other is. */
export async function notifyResold(
  deps: Notifying,
  tx: AnyDb,
  given: { item: Item; no: number; seller: bigint; buyer: bigint; price: bigint },
): Promise<void> {
  const { item, no, seller, buyer, price } = given
  const { price: amount, royalty, proceeds } = viewMoney(price)
  const ref = `${item.id} T${no}`
  const common = { nftId: item.id, amount, royalty, charity: item.charity }
  await deps.enqueueNotices(tx, [
    {
      accountId: seller,
      template: 'nft.sold',
      params: { ...common, proceeds, title: await titleFor(tx, item, seller) },
      ref: `nft.sold ${ref}`,
    },
    {
      accountId: buyer,
      template: 'nft.bought',
      params: { ...common, title: await titleFor(tx, item, buyer) },
      ref: `nft.bought ${ref}`,
    },
  ])
}

/** What became of the token of a work: it is at its owner's address, or that address takes none. */
export async function notifyDelivery(
  deps: Notifying,
  tx: AnyDb,
  given: {
    template: 'nft.delivered' | 'nft.refused'
    accountId: bigint
    nftId: string
    title: string
    chain: string
    address: string
    at: number
  },
): Promise<void> {
  const { template, accountId, nftId, title, chain, address } = given
  const params = { nftId, title, chain, address: shortAddress(address) }
  await deps.enqueueNotices(tx, [{ accountId, template, params, ref: `${template} ${nftId} ${given.at}` }])
}
