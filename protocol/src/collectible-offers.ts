import * as z from 'zod/mini'
import { decimalText } from './money.ts'
import { epochMs } from './shapes.ts'

/** What made a customer the owner of a work: its sale for the charity, or a resale by an owner before. */
export const transferOrigins = ['SALE', 'RESALE'] as const
export type TransferOrigin = (typeof transferOrigins)[number]

/**
 * Why an owner cannot offer a work: resale is off, it is offered already, its token is on the way to a chain, or it is there.
 * 10020 carries it as `why`.
 */
export const resaleBlocks = ['OFF', 'OFFERED', 'DELIVERY', 'DELIVERED'] as const
export type ResaleBlock = (typeof resaleBlocks)[number]

/** What a buyer pays of a resale, and who receives what of it: `price` = `royalty` + `proceeds`, and no fee. USDT. */
export const resaleMoney = {
  price: decimalText,
  /** The charity's, and what part of the price it is, per cent. */
  royalty: decimalText,
  royaltyShare: decimalText,
  /** The seller's. */
  proceeds: decimalText,
}

/** A work as its owner offers it. */
export const resaleOffer = z.object({ ...resaleMoney, offeredAt: epochMs })
export type ResaleOffer = z.output<typeof resaleOffer>
