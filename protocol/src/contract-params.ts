import * as z from 'zod/mini'

// Terms of contracts as two risk officers decide them; proofs/src/contracts/class-table.ts states what each stands for and its
// bounds.

/** Decimal text of up to four decimals. */
const rate = z.string().check(z.regex(/^(?:0|[1-9][0-9]{0,5})(?:\.[0-9]{1,4})?$/))
const wholeUsdt = z.string().check(z.regex(/^[1-9][0-9]{2,9}$/))

/** A class: half-spread in its own unit, fee of a side and financing of a day in per cent, highest leverage. */
const contractClassRow = z.strictObject({
  class: z.string().check(z.regex(/^[A-Za-z]{3,20}$/)),
  halfSpread: rate,
  fee: rate,
  financing: rate,
  leverage: z.int().check(z.minimum(1), z.maximum(30)),
})
/** Every class, and the notional that the house takes on one instrument and on all, on each account, whole USDT. */
export const contractTable = z.strictObject({
  classes: z.array(contractClassRow).check(z.minLength(1), z.maxLength(20)),
  exposure: z.strictObject({ instrument: wholeUsdt, total: wholeUsdt }),
})
export type ContractTableText = z.output<typeof contractTable>

/** The terms of an instrument or of an order: those of its class out of a version. */
export const contractTerms = z.object({
  version: z.int(),
  halfSpread: z.string(),
  fee: z.string(),
  financing: z.string(),
  leverage: z.int(),
  /** Per cent of each fee that an invited customer does not pay; absent where there is no discount. */
  feeDiscount: z.optional(z.string()),
})
export type ContractTermsText = z.output<typeof contractTerms>
