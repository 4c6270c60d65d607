/** What may follow what. The server moves by `WHERE status = from`; screens read the same table. */
export const optionStates = {
  ACCEPTED: ['OPEN', 'VOID'],
  OPEN: ['WON', 'LOST', 'TIE', 'SOLD', 'VOID'],
  WON: [],
  LOST: [],
  TIE: [],
  SOLD: [],
  VOID: [],
} as const satisfies Record<string, readonly string[]>

export type OptionStatus = keyof typeof optionStates
export const voidReasons = ['NO_ENTRY_TICK', 'FEED_INVALID', 'SESSION_HALTED_BY_EXCHANGE'] as const
export type VoidReason = (typeof voidReasons)[number]

/** True when no further state follows: the order's money is settled. */
export const isSettled = (status: OptionStatus): boolean => optionStates[status].length === 0

/**
 * What may follow what for a contract. A market order is ACCEPTED until its tick, a limit or stop order PENDING until it is
 * triggered. A market order without a tick within five seconds is CANCELLED.
 */
export const contractStates = {
  ACCEPTED: ['OPEN', 'CANCELLED_SLIPPAGE', 'CANCELLED'],
  PENDING: ['OPEN', 'CANCELLED', 'EXPIRED', 'REJECTED_MARGIN'],
  OPEN: ['CLOSED'],
  CLOSED: [],
  CANCELLED: [],
  CANCELLED_SLIPPAGE: [],
  EXPIRED: [],
  REJECTED_MARGIN: [],
} as const satisfies Record<string, readonly string[]>

export type ContractStatus = keyof typeof contractStates
export const contractStatuses = Object.keys(contractStates) as [ContractStatus, ...ContractStatus[]]
/** Why a position closed. */
export const closeReasons = ['USER', 'SL', 'TP', 'CLOSEOUT', 'EXPIRY'] as const
export type CloseReason = (typeof closeReasons)[number]

/** What may follow what for a plan: it ends by itself with its last day, or the customer leaves it. */
export const planStates = {
  EARNING: ['COMPLETED', 'EXITED'],
  COMPLETED: [],
  EXITED: [],
} as const satisfies Record<string, readonly string[]>

export type PlanStatus = keyof typeof planStates
export const planStatuses = Object.keys(planStates) as [PlanStatus, ...PlanStatus[]]

/** What may follow what for a product of plans; running positions are unaffected by any of it. */
export const planProductStates = {
  DRAFT: ['OPEN', 'RETIRED'],
  OPEN: ['CLOSED_TO_NEW'],
  CLOSED_TO_NEW: ['OPEN', 'RETIRED'],
  RETIRED: [],
} as const satisfies Record<string, readonly string[]>

export type PlanProductStatus = keyof typeof planProductStates
export const planProductStatuses = Object.keys(planProductStates) as [PlanProductStatus, ...PlanProductStatus[]]

/** What may follow what for a deposit. A rejected one is submitted again once, with a new proof. */
export const depositStates = {
  SUBMITTED: ['CONFIRMING', 'REJECTED', 'CANCELLED'],
  CONFIRMING: ['CREDITED', 'ON_HOLD_AML', 'REJECTED'],
  ON_HOLD_AML: ['CREDITED', 'RETURNED'],
  CREDITED: ['REVERSED'],
  REJECTED: ['SUBMITTED', 'RETURNED'],
  CANCELLED: [],
  RETURNED: [],
  REVERSED: [],
} as const satisfies Record<string, readonly string[]>

export type DepositStatus = keyof typeof depositStates
export const depositStatuses = Object.keys(depositStates) as [DepositStatus, ...DepositStatus[]]
/** Why a deposit is rejected; nothing else is a reason. */
export const depositReasons = ['NOT_FOUND', 'WRONG_COIN', 'DUPLICATE', 'UNREADABLE_PROOF'] as const
export type DepositReason = (typeof depositReasons)[number]

/**
 * What may follow what for a withdrawal. AUTO_OK and APPROVED go back to REVIEW where the payout finds that by now more
 * persons are needed than have signed.
 */
export const withdrawalStates = {
  REQUESTED: ['AUTO_OK', 'REVIEW', 'CANCELLED'],
  AUTO_OK: ['PROCESSING', 'REVIEW', 'CANCELLED'],
  REVIEW: ['APPROVED', 'REJECTED', 'CANCELLED'],
  APPROVED: ['PROCESSING', 'REVIEW', 'CANCELLED'],
  PROCESSING: ['BROADCAST', 'FAILED'],
  BROADCAST: ['COMPLETED', 'FAILED'],
  REJECTED: [],
  COMPLETED: [],
  FAILED: [],
  CANCELLED: [],
} as const satisfies Record<string, readonly string[]>

export type WithdrawalStatus = keyof typeof withdrawalStates
export const withdrawalStatuses = Object.keys(withdrawalStates) as [WithdrawalStatus, ...WithdrawalStatus[]]
/** Why a withdrawal is rejected after review; nothing else is a reason. */
export const withdrawalReasons = [
  'ADDRESS_INVALID',
  'ADDRESS_SANCTIONED',
  'AML_ORDER',
  'FRAUD_REPORTED_BY_OWNER',
  'KYC_LIMIT',
  'INSUFFICIENT_AVAILABLE',
  'LEGAL_HOLD',
] as const
export type WithdrawalReason = (typeof withdrawalReasons)[number]
/** What a payout waits for; it ends nothing and is tried again by itself. */
export const withdrawalWaits = ['NETWORK_DOWN', 'ASSET_PAUSED'] as const
export type WithdrawalWait = (typeof withdrawalWaits)[number]

/**
 * What may follow what for an identification. Back from RESUBMIT and REJECTED_FINAL the same form comes by an appeal that
 * two operators grant; a customer who corrects a form sends a new one.
 */
export const identificationStates = {
  NOT_VERIFIED: ['PENDING_REVIEW'],
  PENDING_REVIEW: ['VERIFIED', 'RESUBMIT', 'REJECTED_FINAL'],
  RESUBMIT: ['PENDING_REVIEW'],
  VERIFIED: ['EXPIRED'],
  EXPIRED: ['PENDING_REVIEW'],
  REJECTED_FINAL: ['PENDING_REVIEW'],
} as const satisfies Record<string, readonly string[]>

export type IdentificationStatus = keyof typeof identificationStates
export const identificationStatuses = Object.keys(identificationStates) as [
  IdentificationStatus,
  ...IdentificationStatus[],
]
/** In which states a customer may send the form. */
export const takesIdentification: readonly IdentificationStatus[] = ['NOT_VERIFIED', 'RESUBMIT', 'EXPIRED']
/** What can be put right by sending the form again. */
export const kycResubmitReasons = [
  'FRONT_BLURRED',
  'BACK_BLURRED',
  'HOLDING_MISSING',
  'FACE_MISMATCH',
  'NAME_MISMATCH',
  'DOB_MISMATCH',
  'DOC_EXPIRED',
  'DOC_UNSUPPORTED',
  'ADDRESS_UNREADABLE',
] as const
/** What ends it; each takes two persons. */
export const kycFinalReasons = ['TAMPERING_SUSPECTED', 'DUPLICATE_IDENTITY', 'UNDERAGE', 'SANCTIONS'] as const
export const kycReasonCodes = [...kycResubmitReasons, ...kycFinalReasons] as const
export type KycReasonCode = (typeof kycReasonCodes)[number]

/** What may follow what for a complaint. Operators bring it to its answer; what becomes of that is the customer's word. */
export const complaintStates = {
  RECEIVED: ['INVESTIGATING'],
  INVESTIGATING: ['ANSWERED'],
  ANSWERED: ['ACCEPTED', 'ESCALATED'],
  ACCEPTED: [],
  ESCALATED: [],
} as const satisfies Record<string, readonly string[]>

export type ComplaintStatus = keyof typeof complaintStates
export const complaintStatuses = Object.keys(complaintStates) as [ComplaintStatus, ...ComplaintStatus[]]

/**
 * What may follow what for a loan. An approved one is paid out in the same step. The right to cancel within 14 days holds for
 * a loan of seven days too, which is overdue by then. One in arrears whose customer accepts a repayment plan runs again in the
 * same step, and is in arrears again where the plan is not kept.
 */
export const loanStates = {
  PENDING_REVIEW: ['APPROVED', 'REJECTED', 'CANCELLED_BY_CUSTOMER'],
  APPROVED: ['ACTIVE'],
  ACTIVE: ['REPAID', 'CANCELLED_14D', 'OVERDUE', 'IN_ARREARS'],
  OVERDUE: ['REPAID', 'CANCELLED_14D', 'IN_ARREARS'],
  IN_ARREARS: ['RESTRUCTURED', 'REPAID', 'WRITTEN_OFF'],
  RESTRUCTURED: ['ACTIVE'],
  REJECTED: [],
  CANCELLED_BY_CUSTOMER: [],
  REPAID: [],
  CANCELLED_14D: [],
  WRITTEN_OFF: [],
} as const satisfies Record<string, readonly string[]>

export type LoanStatus = keyof typeof loanStates
export const loanStatuses = Object.keys(loanStates) as [LoanStatus, ...LoanStatus[]]
/** Why an application is rejected; nothing else is a reason. */
export const loanReasons = ['AFFORDABILITY', 'SIGNATURE_UNREADABLE', 'INFORMATION_INCONSISTENT', 'RISK_POLICY'] as const
export type LoanReason = (typeof loanReasons)[number]

/**
 * What may follow what for a collectible. An auction without a bid may still be taken back; one whose end passed without a bid
 * is unsold and may be offered again. Delivered: its token was transferred on its chain.
 */
export const collectibleStates = {
  DRAFT: ['LISTED_FIXED', 'SCHEDULED', 'DELISTED'],
  LISTED_FIXED: ['SOLD', 'DELISTED'],
  SCHEDULED: ['LIVE', 'DELISTED'],
  LIVE: ['SOLD', 'UNSOLD', 'DELISTED'],
  UNSOLD: ['DRAFT'],
  SOLD: ['DELIVERED'],
  DELIVERED: [],
  DELISTED: [],
} as const satisfies Record<string, readonly string[]>

export type CollectibleStatus = keyof typeof collectibleStates
export const collectibleStatuses = Object.keys(collectibleStates) as [CollectibleStatus, ...CollectibleStatus[]]

/**
 * What may follow what for the token of a sold work. Refused: its address takes none, and another may be given. Sent goes back
 * only where what was sent can never be included.
 */
export const deliveryStates = {
  REQUESTED: ['SENT', 'DELIVERED', 'REFUSED'],
  SENT: ['REQUESTED', 'DELIVERED', 'REFUSED'],
  DELIVERED: [],
  REFUSED: ['REQUESTED'],
} as const satisfies Record<string, readonly string[]>
export type DeliveryStatus = keyof typeof deliveryStates
export const deliveryStatuses = Object.keys(deliveryStates) as [DeliveryStatus, ...DeliveryStatus[]]

/** What may follow what for a bid: its hold is released the moment it is outbid, or captured for the charity. */
export const bidStates = {
  HELD: ['OUTBID', 'WON', 'VOID'],
  OUTBID: [],
  WON: [],
  VOID: [],
} as const satisfies Record<string, readonly string[]>

export type BidStatus = keyof typeof bidStates
export const bidStatuses = Object.keys(bidStates) as [BidStatus, ...BidStatus[]]

/** What may follow what for an owner's offer of a work. */
export const resaleOfferStates = {
  OPEN: ['SOLD', 'WITHDRAWN'],
  SOLD: [],
  WITHDRAWN: [],
} as const satisfies Record<string, readonly string[]>

export type ResaleOfferStatus = keyof typeof resaleOfferStates
export const resaleOfferStatuses = Object.keys(resaleOfferStates) as [ResaleOfferStatus, ...ResaleOfferStatus[]]

/** What may follow what for a payment to a charity. */
export const charityPayoutStates = {
  DUE: ['PREPARED'],
  PREPARED: ['PAID', 'DUE'],
  PAID: [],
} as const satisfies Record<string, readonly string[]>

export type CharityPayoutStatus = keyof typeof charityPayoutStates
export const charityPayoutStatuses = Object.keys(charityPayoutStates) as [CharityPayoutStatus, ...CharityPayoutStatus[]]

/** What may follow what for the reward of a week: only the reward is ever held. */
export const inviteRewardStates = {
  ACCRUED: ['PAID', 'HELD', 'VOIDED'],
  HELD: ['PAID', 'VOIDED'],
  PAID: [],
  VOIDED: [],
} as const
export type InviteRewardStatus = keyof typeof inviteRewardStates
export const inviteRewardStatuses = Object.keys(inviteRewardStates) as [InviteRewardStatus, ...InviteRewardStatus[]]
export const inviteReviewStatuses = ['OPEN', 'RELEASED', 'REFUSED'] as const
export type InviteReviewStatus = (typeof inviteReviewStatuses)[number]
/** What suggests that an inviter and the customer he invited may be one person, or one household. */
export const inviteSignals = ['DEVICE', 'NETWORK', 'DOCUMENT', 'ADDRESS', 'EMAIL'] as const
export type InviteSignal = (typeof inviteSignals)[number]

/**
 * What may follow what for a conversation with customer service. A message of the customer reopens a resolved one; a
 * closed one stays closed, and the next message begins one that is linked to it.
 */
export const chatStates = {
  OPEN: ['ASSIGNED'],
  ASSIGNED: ['WAITING_USER', 'RESOLVED', 'OPEN'],
  WAITING_USER: ['ASSIGNED', 'RESOLVED', 'OPEN'],
  RESOLVED: ['OPEN', 'CLOSED'],
  CLOSED: [],
} as const satisfies Record<string, readonly string[]>
export type ChatStatus = keyof typeof chatStates
export const chatStatuses = Object.keys(chatStates) as [ChatStatus, ...ChatStatus[]]
