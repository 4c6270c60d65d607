import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import type { StoredAssertion } from '../../kernel/http/operator-call.ts'
import type { KycDb } from './kyc.deps.ts'

export type ProposalKind = 'REJECT_FINAL' | 'APPEAL'
export type FinalCode = 'TAMPERING_SUSPECTED' | 'DUPLICATE_IDENTITY' | 'UNDERAGE' | 'SANCTIONS'
export type Proposal = {
  id: string
  identificationId: string
  kind: ProposalKind
  code: FinalCode | undefined
  reason: string
  proposer: string | undefined
  provider: string | undefined
  proposedAt: number
}

type Row = {
  id: string
  identification_id: string
  kind: ProposalKind
  code: FinalCode | null
  reason: string
  proposer: string | null
  provider: string | null
  proposed_at: Date
}
const columns = sql`p.id, p.identification_id, p.kind, p.code, p.reason, p.proposer, p.provider, p.proposed_at`

const proposalOf = (row: Row): Proposal => ({
  id: row.id,
  identificationId: row.identification_id,
  kind: row.kind,
  code: row.code ?? undefined,
  reason: row.reason,
  proposer: row.proposer ?? undefined,
  provider: row.provider ?? undefined,
  proposedAt: msOf(row.proposed_at),
})

/** Keeps a proposal. Throws 23505 where one of the form is open. */
export async function insertProposal(db: KycDb, params: Proposal): Promise<void> {
  await db
    .insertInto('kyc.proposals')
    .values({
      id: params.id,
      identification_id: params.identificationId,
      kind: params.kind,
      code: params.code ?? null,
      reason: params.reason,
      proposer: params.proposer ?? null,
      provider: params.provider ?? null,
      proposed_at: dateOf(params.proposedAt),
    })
    .execute()
}

/** Proposals that wait for a second person: all, one, or that of an identification. */
export async function openProposals(
  db: KycDb,
  params: { id?: string; identificationId?: string; hold?: boolean } = {},
): Promise<Proposal[]> {
  const { rows } = await sql<Row>`
    select ${columns} from kyc.proposals p
    where p.outcome is null and (${params.id ?? null}::uuid is null or p.id = ${params.id ?? null}::uuid)
      and (${params.identificationId ?? null}::uuid is null or p.identification_id = ${params.identificationId ?? null}::uuid)
    order by p.proposed_at, p.id limit 500 ${params.hold === true ? sql`for update` : sql``}`.execute(db)
  return rows.map(proposalOf)
}

export type ProposalOutcome = {
  id: string
  approver: string
  outcome: 'APPROVED' | 'REJECTED'
  at: number
  assertion: StoredAssertion | undefined
}

/** Writes the second person's word; the database refuses the proposer's own. */
export async function closeProposal(db: KycDb, params: ProposalOutcome): Promise<void> {
  await sql`
    update kyc.proposals set approver = ${params.approver}, outcome = ${params.outcome}, decided_at = ${dateOf(params.at)},
      assertion = ${params.assertion === undefined ? null : JSON.stringify(params.assertion)}::jsonb
    where id = ${params.id} and outcome is null`.execute(db)
}
