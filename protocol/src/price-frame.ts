import * as z from 'zod/mini'
import { decimalText } from './money.ts'
import { code, epochMs } from './shapes.ts'

/** One element of a frame of `/message`, as documents and clients read it: the schema of `PriceFrameItem`. `zdf` is the change of 24 hours in per cent. */
export const priceFrameItem = z.object({ code, price: decimalText, zdf: z.string(), ts: epochMs, seq: z.int() })
/** A frame of `/message`: everything once after connecting, and again after frames were missed; then what changed. */
export const priceFrame = z.array(priceFrameItem)
