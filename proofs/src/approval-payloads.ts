import { requestPayload, type ApprovalPayload } from './approval.ts'

// What each approval signs, written once for all that sign, check or pay: the console, the server, the payout process
// and anybody who verifies the record. Amounts are decimal text in the scale of their coin.

export type SignedDeposit = {
  readonly id: string
  readonly customerId: string
  readonly coin: string
  readonly network: string
  readonly txHash: string
  /** How often the customer has submitted it, and how often it was put on hold. */
  readonly round: number
  /** The number of what this operator signs in this round, from 1: nothing that was signed counts a second time. */
  readonly revision: number
  /** What the customer states was sent, or the operator recorded. */
  readonly claimed: string
}

const onDeposit = (act: string, params: SignedDeposit, last: ApprovalPayload['fields']): ApprovalPayload => ({
  act,
  subject: `deposit:${params.id}`,
  fields: [
    ['customer', params.customerId],
    ['coin', params.coin],
    ['network', params.network],
    ['txHash', params.txHash],
    ['round', String(params.round)],
    ['revision', String(params.revision)],
    ['claimed', params.claimed],
    ...last,
  ],
})

export type CreditedValues = {
  /** What is credited. */
  readonly amount: string
  /** The sender; '' where it is unknown. */
  readonly fromAddress: string
  /** For a further part of a transaction: what was credited of it before. */
  readonly creditedBefore: string | null
}

/** What an approver of a deposit signs: which one, whose, of which transaction, what was claimed and what is credited. */
export const depositCredit = (
  params: SignedDeposit,
  { amount, fromAddress, creditedBefore }: CreditedValues,
): ApprovalPayload =>
  onDeposit('deposit.credit', params, [
    ['amount', amount],
    ['fromAddress', fromAddress],
    ...(creditedBefore === null ? [] : [['creditedBefore', creditedBefore] as const]),
  ])

/** What an approver of a return signs: which deposit, whose, and the transaction that sent its coins back. */
export const depositReturn = (params: SignedDeposit, reference: string): ApprovalPayload =>
  onDeposit('deposit.return', params, [['reference', reference]])

export type WithdrawalTerms = {
  readonly id: string
  readonly orderNo: string
  readonly customerId: string
  readonly method: string
  readonly network: string
  readonly address: string
  readonly memo: string | undefined
  readonly coin: string
  readonly amount: string
  readonly fee: string
  readonly net: string
  /** Epoch milliseconds. */
  readonly requestedAt: number
}

/** What an approver of a withdrawal signs: where it goes, and every figure of it. */
export const withdrawalApproval = (params: WithdrawalTerms): ApprovalPayload => ({
  act: 'withdrawal.approve',
  subject: `withdrawal:${params.id}`,
  fields: [
    ['orderNo', params.orderNo],
    ['customer', params.customerId],
    ['method', params.method],
    ['network', params.network],
    ['address', params.address],
    ['memo', params.memo ?? ''],
    ['coin', params.coin],
    ['amount', params.amount],
    ['fee', params.fee],
    ['net', params.net],
    ['requestedAt', String(params.requestedAt)],
  ],
})

/** What a rejection signs: the same terms as an approval, and why. */
export const withdrawalRejection = (
  { subject, fields }: ApprovalPayload,
  { reason, reference = '' }: { reason: string; reference?: string | undefined },
): ApprovalPayload => ({
  act: 'withdrawal.reject',
  subject,
  fields: [...fields, ['reason', reason], ['reference', reference]],
})

export type LoanTerms = {
  readonly id: string
  readonly orderNo: string
  readonly customerId: string
  readonly amount: string
  readonly days: number
  readonly freeDays: number
  /** Millionths of the principal for each day. */
  readonly dailyPpm: bigint
  /** SHA-256 of the text that the customer signed, hexadecimal. */
  readonly agreementHash: string
  /** Epoch milliseconds. */
  readonly signedAt: number
}

/** What an approver of a loan signs: whose it is, every term, and the text that the customer signed. */
export const loanApproval = (params: LoanTerms): ApprovalPayload => ({
  act: 'loan.approve',
  subject: `loan:${params.id}`,
  fields: [
    ['orderNo', params.orderNo],
    ['customer', params.customerId],
    ['amount', params.amount],
    ['days', String(params.days)],
    ['freeDays', String(params.freeDays)],
    ['dailyPpm', String(params.dailyPpm)],
    ['agreementHash', params.agreementHash],
    ['signedAt', String(params.signedAt)],
  ],
})

export type RepaymentPlanTerms = {
  readonly id: string
  readonly loanId: string
  readonly orderNo: string
  readonly customerId: string
  /** What was owed when it was prepared, USDT as decimal text with six decimals. */
  readonly principal: string
  readonly interest: string
  /** The day of each in UTC, `2026-12-27`, and its amount in USDT. */
  readonly instalments: readonly { readonly day: string; readonly amount: string }[]
  /** Epoch milliseconds. */
  readonly preparedAt: number
}

/** What an approver of a repayment plan signs: whose it is, what is owed, and every instalment. */
export const repaymentPlanApproval = (params: RepaymentPlanTerms): ApprovalPayload => ({
  act: 'loan.plan',
  subject: `loan:${params.loanId}`,
  fields: [
    ['plan', params.id],
    ['orderNo', params.orderNo],
    ['customer', params.customerId],
    ['principal', params.principal],
    ['interest', params.interest],
    ['instalments', params.instalments.map(({ day, amount }) => `${day} ${amount}`).join(', ')],
    ['preparedAt', String(params.preparedAt)],
  ],
})

export type CharityPayoutTerms = {
  readonly id: string
  readonly charityId: string
  /** USDT as decimal text with six decimals. */
  readonly amount: string
  readonly destination: string
}

/** The charity's own proof of a payment, and the reference of the transfer. */
export type CharityReceipt = {
  readonly reference: string
  readonly receiptNo: string
  /** SHA-256 of the receipt's document, hexadecimal. */
  readonly receiptHash: string
}

const charityPayoutFields = ({ charityId, amount, destination }: CharityPayoutTerms) =>
  [
    ['charity', charityId],
    ['amount', amount],
    ['destination', destination],
  ] as const

/** What the operator who prepares a payment to a charity signs. */
export const charityPayoutPrepare = (params: CharityPayoutTerms): ApprovalPayload => ({
  act: 'charity.payout.prepare',
  subject: `charityPayout:${params.id}`,
  fields: charityPayoutFields(params),
})

/** What the second operator signs: the same payment, and the proof that it arrived. */
export const charityPayoutConfirm = (params: CharityPayoutTerms, receipt: CharityReceipt): ApprovalPayload => ({
  act: 'charity.payout.confirm',
  subject: `charityPayout:${params.id}`,
  fields: [
    ...charityPayoutFields(params),
    ['reference', receipt.reference],
    ['receiptNo', receipt.receiptNo],
    ['receiptHash', receipt.receiptHash],
  ],
})

export type IdentityProposal = {
  readonly id: string
  readonly identificationId: string
  readonly kind: string
  readonly code: string | null | undefined
  readonly reason: string
}

/** Whom an identification is about, and by which document, as its customer stated it. */
export type IdentityPerson = {
  readonly firstName: string
  readonly lastName: string
  readonly docType: string
  readonly country: string
  readonly docNumber: string
}

/** What the second operator signs about a person: who it is, by which document, what was proposed, by which code, and why. */
export const identityDecision = (
  { id, identificationId, kind, code, reason }: IdentityProposal,
  { firstName, lastName, docType, country, docNumber }: IdentityPerson,
): ApprovalPayload =>
  requestPayload(
    {
      kind: 'kyc',
      id,
      values: {
        identification: identificationId,
        decision: kind,
        code: code ?? '',
        person: `${firstName} ${lastName}`,
        document: `${docType} ${country} ${docNumber}`,
      },
      reason,
    },
    'approve',
  )
