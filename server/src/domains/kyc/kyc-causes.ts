import { sql } from '../../kernel/db/db.ts'
import { goneSubjects, type Causes } from '../ledger/index.ts'

/** Customers who count as verified, or do not, beside their last identification. */
const otherTiers = sql`
  select 'customer ' || c.id as at, format('tier %s, last identification %s', c.tier, coalesce(i.status, 'none')) as found
  from accounts.customers c left join lateral (select f.status from kyc.identifications f where f.customer_id = c.id
    order by f.number desc limit 1) i on true
  where c.status <> 'CLOSED' and (c.tier = 'VERIFIED') <> coalesce(i.status = 'VERIFIED', false) limit 20`

/** Identifications that count as verified, and that neither an operator of the record nor a provider verified. */
const unverified = sql`
  select 'identification ' || i.id as at, 'approved by nobody' as found from kyc.identifications i
  where i.status = 'VERIFIED'
    and not exists (select from operators.audit_entries a where a.subject = 'identification:' || i.id and a.act = 'kyc.verify')
    and not exists (select from kyc.provider_cases p where p.identification_id = i.id and p.verdict is not null) limit 20`

/** What a customer's limits rest on. */
export const kycCauses: Causes = {
  entries: [],
  holds: [],
  held: [],
  rules: [{ wrong: otherTiers }, { wrong: unverified }, goneSubjects('identification', 'kyc.identifications')],
}
