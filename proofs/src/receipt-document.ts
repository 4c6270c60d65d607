import { canonicalList, type Canonical } from './canonical.ts'
import type { Signer } from './crypto.ts'
import { markedValues, marksOf, type Marked } from './marks.ts'
import type { Receipt, ReceiptSettlement, Seals, SettledReceipt } from './receipt.ts'

type Unsigned = Receipt & { readonly settlement: ReceiptSettlement; readonly seals: Seals | null }

/** What the last signature of a settled receipt covers: everything above it, names and order included. */
export const documentMessage = ({ v, order, proof, settlement, seals }: Unsigned): string =>
  canonicalList(['evenhand.document.1', { v, order, proof, settlement, seals } as unknown as Canonical])

/** The values whose change the last signature's marks can name. The order's are named by the marks of its proof. */
export const markedOfDocument = ({ proof, settlement, seals }: Unsigned): Marked[] =>
  markedValues({ proof, settlement, seals } as unknown as Canonical, '')

/** The document of a settled order, signed. `seals` is null until the log has sealed its receipt and its ticks. */
export function settledReceipt(
  receipt: Receipt,
  rest: { settlement: ReceiptSettlement; seals: Seals | null },
  signer: Signer,
): SettledReceipt {
  const unsigned = { ...receipt, settlement: rest.settlement, seals: rest.seals }
  const signature = signer.sign(documentMessage(unsigned))
  return { ...unsigned, signature: { keyId: signer.keyId, marks: marksOf(markedOfDocument(unsigned)), signature } }
}
