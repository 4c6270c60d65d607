import { depositCredit } from '@evenhand/proofs/approval-payloads.ts'
import type { ApprovalPayload } from '@evenhand/proofs/approval.ts'
import type { SeenDeposit } from '@evenhand/protocol/deposits-console.ts'
import { assetScales, moneyText, parseUnits } from '@evenhand/protocol/money.ts'

/** What the operator says arrived, in smallest units; undefined for what is no amount of this coin, or nothing. */
export function arrivedUnits({ coin }: Pick<SeenDeposit, 'coin'>, text: string): bigint | undefined {
  const units = parseUnits(text.trim(), assetScales[coin])
  return units === undefined || units <= 0n ? undefined : units
}

/** What an approver of a deposit signs, for what he read to have arrived. */
export const creditPayload = (seen: SeenDeposit, units: bigint): ApprovalPayload =>
  depositCredit(seen, moneyText({ asset: seen.coin, units }))
