import { sql } from '../../kernel/db/db.ts'
import type { Causes } from '../ledger/index.ts'
import { states } from './safeguard-states.ts'

/**
 * Limits, pauses, warnings and questionnaires that differ from the newest signed change of them, and those that are gone.
 * The signatures and the record of the changes are compared by the check of the log.
 */
const otherSafeguards = sql`
  select concat(coalesce(s.subject, c.subject), ' of customer ', coalesce(s.customer_id, c.customer_id)) as at,
    coalesce(c.state, 'none') as expected, coalesce(s.state, 'none') as found
  from (${states}) s
  full join (select distinct on (n.customer_id, n.subject) n.customer_id, n.subject, n.state from safeguards.changes n
    order by n.customer_id, n.subject, n.seq desc) c on (c.customer_id, c.subject) = (s.customer_id, s.subject)
  where coalesce(s.state, 'none') <> coalesce(c.state, 'none')
  order by 1 limit 20`

/** What customers guard themselves with is what they set, and no one else. */
export const safeguardCauses: Causes = { entries: [], holds: [], held: [], rules: [{ wrong: otherSafeguards }] }
