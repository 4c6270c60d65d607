import type { DomainsParams } from './compose.ts'
import type { Accounts } from '../domains/accounts/index.ts'
import {
  createComplaints,
  type Complaints,
  type ComplaintsConsoleDeps,
  type ComplaintsDeps,
  type Subject,
  type SubjectKind,
} from '../domains/complaints/index.ts'
import type { Chats, ChatsDb } from '../domains/chats/index.ts'
import type { Contracts } from '../domains/contracts/index.ts'
import type { Ledger } from '../domains/ledger/index.ts'
import type { Notices } from '../domains/notices/index.ts'
import { ownFormId } from '../domains/kyc/index.ts'
import { hadPart, isOwnDebit, operatorNames, type Operators } from '../domains/operators/index.ts'
import type { Options } from '../domains/options/index.ts'
import { customerDepositNo } from '../domains/deposits/index.ts'
import { customerWithdrawalNo } from '../domains/withdrawals/index.ts'
import { owned } from '../kernel/db/db.ts'

type Params = {
  ledger: Ledger
  accounts: Accounts
  notices: Pick<Notices, 'enqueueNotices'>
  options: Pick<Options, 'namesOf'>
  contracts: Pick<Contracts, 'namesOf'>
  chats: Pick<Chats, 'noteComplaint'>
}
type Own = { id: string; customerId: string; accountId: bigint }

/** Finds what a complaint is about with the domain that made it: whether it is the customer's own, and its number there. */
function subjects(
  { pools: { api } }: DomainsParams,
  { options, contracts }: Pick<Params, 'options' | 'contracts'>,
): ComplaintsDeps['subjectOf'] {
  const numberOf: Readonly<
    Record<Exclude<SubjectKind, 'identification' | 'adjustment'>, (own: Own) => Promise<string | undefined>>
  > = {
    withdrawal: (own) => customerWithdrawalNo(owned<'withdrawals'>(api), own),
    deposit: (own) => customerDepositNo(owned<'deposits'>(api), own),
    order: async ({ id, accountId }) => {
      const own = { accountId, ids: [id] }
      return ((await options.namesOf(own)).get(id) ?? (await contracts.namesOf(own)).get(id))?.orderNo
    },
  }
  return async ({ kind, id, customerId, accountId }): Promise<Subject | undefined> => {
    if (kind === 'adjustment') {
      const isOwn = id !== undefined && (await isOwnDebit(owned<'operators'>(api), { id, customerId }))
      return isOwn ? { id, no: null } : undefined
    }
    if (kind === 'identification') {
      const form = await ownFormId(owned<'kyc'>(api), { id, customerId })
      return form === undefined ? undefined : { id: form, no: null }
    }
    const no = id === undefined ? undefined : await numberOf[kind]({ id, customerId, accountId })
    return id === undefined || no === undefined ? undefined : { id, no }
  }
}

/** Complaints, given what they need of the domains whose doings are complained about. */
export function openComplaints(params: DomainsParams, others: Params): Complaints {
  const { pools, clock, limits } = params
  const { ledger, accounts, notices } = others
  return createComplaints({
    db: owned<'complaints'>(pools.api),
    clock,
    ledger,
    accounts,
    subjectOf: subjects(params, others),
    enqueueNotices: notices.enqueueNotices,
    noteInChat: (tx, noted) => others.chats.noteComplaint(tx as ChatsDb, noted),
    limited: limits.on,
  })
}

/** The same for the console: names of operators, and whether one of them had a part in what is complained about. */
export function complaintsConsoleDeps(
  { pools, clock }: DomainsParams,
  { accounts, notices, operators }: Pick<Params, 'accounts' | 'notices'> & { operators: Pick<Operators, 'forParts'> },
): Omit<ComplaintsConsoleDeps, 'db'> {
  const auditDb = owned<'operators'>(pools.console)
  return {
    clock,
    accounts,
    enqueueNotices: notices.enqueueNotices,
    operators: operators.forParts,
    operatorNames: (ids) => operatorNames(auditDb, ids),
    // What was done to an adjustment stands in the audit log under its request.
    hadPart: (params) => hadPart(auditDb, { ...params, subject: params.subject.replace(/^adjustment:/, 'request:') }),
  }
}
