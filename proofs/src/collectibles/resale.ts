import { mulDiv } from '@evenhand/protocol/money.ts'
import type { Hex } from '../crypto.ts'
import { bidStepUnits } from './auction.ts'
import type { CollectibleRecord } from './records.ts'

// The rules of a resale, pure: who may offer and who owns it after. Amounts in smallest units of USDT.

/** Of every resale this part is the charity's, per cent. */
export const royaltyPercent = 10n

/** The charity's part of a price, rounded up to the smallest unit: a remainder is the charity's. The rest is the seller's. */
export const royaltyOf = (price: bigint): bigint => mulDiv(price, royaltyPercent, 100n, 'ceil')

/** A change of owner as the records name it; 1 is the first sale. `who` binds it to its buyer without a name. */
export type OwnedBy = {
  readonly no: number
  readonly who: Hex
  readonly price: bigint
  /** Null of the first sale, whose whole price is the charity's. */
  readonly royalty: bigint | null
  readonly at: number
}
/** An open offer, by the number of the record that made it. */
export type OpenOffer = { readonly record: number; readonly price: bigint }
/** Who has owned a collectible, the first buyer first, and for what it is offered now. */
export type Ownership = { readonly owners: readonly OwnedBy[]; readonly offer: OpenOffer | null }

export type ResaleRecord = Extract<CollectibleRecord, { kind: 'offered' | 'withdrawn' | 'resold' }>
type Differs = (expected: string, found: string) => void

/** Decides one record of a sold collectible by those before it, names what differs, and returns what it comes to. */
export function applyResale(
  ownership: Ownership,
  { no, record }: { no: number; record: ResaleRecord },
  differs: Differs,
): Ownership {
  switch (record.kind) {
    case 'offered':
      return offered(ownership, { no, record }, differs)
    case 'withdrawn':
      mustBe(differs, offerText(ownership.offer), `offer ${record.offer}`)
      return { ...ownership, offer: null }
    case 'resold':
      return resold(ownership, record, differs)
  }
}

const offerText = (offer: OpenOffer | null): string => (offer === null ? 'no offer' : `offer ${offer.record}`)

function mustBe(differs: Differs, expected: string, found: string): void {
  if (expected !== found) differs(expected, found)
}

type Offered = { no: number; record: Extract<ResaleRecord, { kind: 'offered' }> }

function offered({ owners, offer }: Ownership, { no, record }: Offered, differs: Differs): Ownership {
  const price = BigInt(record.price)
  if (owners.length === 0) differs('a sold work', 'an offer of its owner')
  mustBe(differs, `owner ${owners.length}`, `owner ${record.owner}`)
  mustBe(differs, 'no offer', offerText(offer))
  if (price <= 0n || price % bidStepUnits !== 0n) differs('a price in whole steps', `price ${record.price}`)
  return { owners, offer: { record: no, price } }
}

function resold(
  { owners, offer }: Ownership,
  record: Extract<ResaleRecord, { kind: 'resold' }>,
  differs: Differs,
): Ownership {
  const price = BigInt(record.price)
  mustBe(differs, offerText(offer), `offer ${record.offer}`)
  mustBe(differs, `price ${offer?.price ?? null}`, `price ${record.price}`)
  mustBe(differs, `royalty ${royaltyOf(price)}`, `royalty ${record.royalty}`)
  mustBe(differs, `owner ${owners.length + 1}`, `owner ${record.owner}`)
  if (owners.some(({ who }) => who === record.who)) differs('another buyer', record.who)
  return {
    owners: [...owners, { no: record.owner, who: record.who, price, royalty: BigInt(record.royalty), at: record.at }],
    offer: null,
  }
}
