import type { IdentificationReason } from '@evenhand/protocol/identification.ts'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import type { KycDb } from './kyc.deps.ts'

export type ProviderCase = {
  name: string
  reference: string
  sentAt: number
  verdict: string | null
  reasons: IdentificationReason[]
  at: number | null
}

/** The provider that screens a form, and its last verdict; null where none does. Times in epoch milliseconds. */
export async function caseOf(db: KycDb, id: string): Promise<ProviderCase | null> {
  const { rows } = await sql<Omit<ProviderCase, 'sentAt' | 'at'> & { sent_at: Date; verdict_at: Date | null }>`
    select provider as name, reference, sent_at, verdict, reasons, verdict_at
    from kyc.provider_cases where identification_id = ${id}`.execute(db)
  const [row] = rows
  if (row === undefined) return null
  const { sent_at: sentAt, verdict_at: at, ...verdict } = row
  return { ...verdict, sentAt: msOf(sentAt), at: at === null ? null : msOf(at) }
}

/** Forms that wait and that no provider has. */
export async function unsentForms(
  db: KycDb,
  { max, except }: { max: number; except: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select i.id from kyc.identifications i
    where i.status = 'PENDING_REVIEW' and i.id <> all(${except}::uuid[]) and not exists (select from kyc.provider_cases c where c.identification_id = i.id)
    order by i.submitted_at limit ${max}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether a provider has a form. */
export const isSent = async (db: KycDb, id: string): Promise<boolean> => (await caseOf(db, id)) !== null

export type NewCase = { id: string; provider: string; reference: string; at: number }

/** Notes that a provider has a form; again is no error. */
export async function insertCase(db: KycDb, { id, provider, reference, at }: NewCase): Promise<void> {
  await sql`insert into kyc.provider_cases (identification_id, provider, reference, sent_at)
    values (${id}, ${provider}, ${reference}, ${dateOf(at)}) on conflict do nothing`.execute(db)
}

/** Records a provider's verdict on a form and returns which form; undefined for one that we never sent. */
export async function noteVerdict(
  db: KycDb,
  params: {
    provider: string
    reference: string
    verdict: string
    reasons: readonly IdentificationReason[]
    at: number
  },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update kyc.provider_cases set verdict = ${params.verdict}, reasons = ${JSON.stringify(params.reasons)}::jsonb,
      verdict_at = ${dateOf(params.at)}
    where provider = ${params.provider} and reference = ${params.reference} returning identification_id as id`.execute(
    db,
  )
  return rows[0]?.id
}
