import { depositCredit } from '@evenhand/proofs/approval-payloads.ts'
import type { ApprovalPayload } from '@evenhand/proofs/approval.ts'
import type { SeenDeposit } from '@evenhand/protocol/deposits-console.ts'
import { assetScales, moneyText, parseUnits } from '@evenhand/protocol/money.ts'

/** What arrived by the operator's entry, and from whom; '' where it is unknown. */
export type Arrived = { readonly units: bigint; readonly from: string }

/** What arrived by the operator's entry, in smallest units; undefined for what is no amount of this coin, or nothing. */
export function arrivedUnits({ coin }: Pick<SeenDeposit, 'coin'>, text: string): bigint | undefined {
  const units = parseUnits(text.trim(), assetScales[coin])
  return units === undefined || units <= 0n ? undefined : units
}

/** What is credited, in the coin and with every decimal of it. */
export const creditedAmount = ({ coin }: Pick<SeenDeposit, 'coin'>, { units }: Arrived): string =>
  moneyText({ asset: coin, units })

/** What an approver of a deposit signs, for what he read to have arrived. */
export const creditPayload = (seen: SeenDeposit, arrived: Arrived): ApprovalPayload =>
  depositCredit(
    { ...seen, claimed: seen.amount },
    {
      amount: creditedAmount(seen, arrived),
      fromAddress: arrived.from,
      creditedBefore: seen.creditedBefore,
    },
  )

/** Whether the amount is another than the claim's: then it takes two, whatever it is worth. */
export const differsFromClaim = (seen: Pick<SeenDeposit, 'coin' | 'amount'>, units: bigint): boolean =>
  units !== arrivedUnits(seen, seen.amount)

/** How many approvals over these values are still missing, with the caller's own. */
export function approvalsMissing(seen: SeenDeposit, arrived: Arrived, operatorId: string | undefined): number {
  const amount = creditedAmount(seen, arrived)
  const alike = seen.approvals.filter(
    (given) => given.operatorId !== operatorId && given.amount === amount && given.fromAddress === arrived.from,
  )
  const needed = differsFromClaim(seen, arrived.units) ? 2 : seen.approvalsNeeded
  return needed - alike.length - 1
}

/** The approvals stand, and do not count together. */
export const approvalsDiffer = ({ approvals, approvalsGiven }: Pick<SeenDeposit, 'approvals' | 'approvalsGiven'>) =>
  approvals.length > approvalsGiven
