import { dateOf } from '../../kernel/clock.ts'
import { sql } from '../../kernel/db.ts'
import type { KycDb } from './kyc.deps.ts'

/** Who else looks at a form, and what was said of it; null where nobody does. */
export async function caseOf(db: KycDb, id: string): Promise<{ name: string; verdict: string | null } | null> {
  const { rows } = await sql<{ name: string; verdict: string | null }>`
    select provider as name, verdict from kyc.provider_cases where identification_id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Forms that wait and that no provider has. */
export async function unsentForms(
  db: KycDb,
  { most, except }: { most: number; except: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select i.id from kyc.identifications i
    where i.status = 'PENDING_REVIEW' and i.id <> all(${except}::uuid[]) and not exists (select from kyc.provider_cases c where c.identification_id = i.id)
    order by i.submitted_at limit ${most}`.execute(db)
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

/** Writes down what a provider said of a form and answers which; undefined for one that we never sent. */
export async function noteVerdict(
  db: KycDb,
  of: { provider: string; reference: string; verdict: string; at: number },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update kyc.provider_cases set verdict = ${of.verdict}, heard_at = ${dateOf(of.at)}
    where provider = ${of.provider} and reference = ${of.reference} returning identification_id as id`.execute(db)
  return rows[0]?.id
}
