import { withdrawalApproval, withdrawalRejection } from '@evenhand/proofs/approval-payloads.ts'
import { approvalHash, type ApprovalPayload } from '@evenhand/proofs/approval.ts'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { fundMethods, withdrawalFeeRate, type FundCoin, type FundMethod } from '@evenhand/protocol/funds.ts'
import type { WithdrawalBalance } from '@evenhand/protocol/withdrawals.ts'
import { assetScales, formatUnits, moneyText, mulDiv, parseUnits } from '@evenhand/protocol/money.ts'
import { refuse } from '../../kernel/http/refusal.ts'

/** The asset that a withdrawal of a method takes from. */
export const assetTaken = ({ coin }: Pick<FundMethod, 'coin'>, balance: WithdrawalBalance | undefined) =>
  balance === 'LOAN' ? ('USDT.loan' as const) : coin

/** The method of a name, for what is taken from a balance; refuses 10025 with those there are. */
export function mustBeMethod(name: string, balance: WithdrawalBalance | undefined): FundMethod {
  const methods = fundMethods.filter(({ coin }) => balance !== 'LOAN' || coin === 'USDT')
  const found = methods.find(({ method }) => method === name)
  if (found === undefined) throw refuse('methodMissing', { methods: methods.map(({ method }) => method) })
  return found
}

/** Two of a thousand, up to the smallest unit, and never above its cap; something is always left to be paid. */
export function withdrawalFee({ feeCap }: FundMethod, amount: bigint): bigint {
  const share = mulDiv(amount, withdrawalFeeRate.of, withdrawalFeeRate.per, 'ceil')
  const fee = share < feeCap ? share : feeCap
  return fee < amount ? fee : amount - 1n
}

/** Far beyond what exists of any coin, and within what the books can count. */
const max = 10n ** 17n

/** An amount may be written with so many decimals whatever the coin; of those that the coin has not, all are zeros. */
const written = 8

/** An amount of the wire in smallest units; refuses 10016 what is no amount of that coin, nothing, or beyond all bounds. */
export function amountOf({ coin }: FundMethod, text: string): bigint {
  const scale = assetScales[coin]
  const step = 10n ** BigInt(written - scale)
  const typed = parseUnits(text, written) ?? 0n
  const amount = typed / step
  if (typed % step !== 0n || amount <= 0n || amount > max)
    throw refuse('amountWrong', { step: formatUnits(1n, scale), max: formatUnits(max, scale, 0) })
  return amount
}

/** What decides where how much goes: what approvers sign and the payout checks again. */
export type WithdrawalTerms = {
  id: string
  orderNo: bigint
  customerId: string
  method: string
  coin: FundCoin
  network: string
  address: string
  memo: string | undefined
  amount: bigint
  fee: bigint
  net: bigint
  requestedAt: number
}

/** What is signed of an approval or a rejection, from the row itself. */
export function withdrawalPayload(
  params: WithdrawalTerms,
  rejected?: { reason: string; reference: string | undefined },
): ApprovalPayload {
  const units = (value: bigint): string => moneyText({ asset: params.coin, units: value })
  const approval = withdrawalApproval({
    ...params,
    orderNo: params.orderNo.toString(),
    amount: units(params.amount),
    fee: units(params.fee),
    net: units(params.net),
  })
  return rejected === undefined ? approval : withdrawalRejection(approval, rejected)
}

/** SHA-256 of what an approver signs. */
export const termsHash = (params: WithdrawalTerms): Buffer =>
  Buffer.from(approvalHash(withdrawalPayload(params), nodeCrypto), 'hex')
