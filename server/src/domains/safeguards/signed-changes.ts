import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import type { Signer } from '@evenhand/proofs/crypto.ts'
import { safeguardMessage, type RecordedSafeguard } from '@evenhand/proofs/safeguard-record.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import { states } from './safeguard-states.ts'

/** A change with the installation's signature over it, in hexadecimal digits. */
export type SignedSafeguard = RecordedSafeguard & { readonly signature: string }

type Changed = { customerId: string; subject: string; now: number }

/**
 * Signs and keeps the content of a customer's row after a change, in the transaction that changed it; nothing where it is as
 * before. The last thing that a transaction does: changes of all customers come one after another until it ends, so
 * that their numbers have no gaps.
 */
export async function signChange(
  { tx, signer }: { tx: Db<'safeguards'>; signer: Signer },
  { customerId, subject, now }: Changed,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('safeguards.changes', 0))`.execute(tx)
  const { rows } = await sql<{ seq: number; state: string; before: string }>`
    select (coalesce((select max(c.seq) from safeguards.changes c), 0) + 1)::float8 as seq,
      coalesce((select s.state from (${states}) s where s.customer_id = ${customerId} and s.subject = ${subject}), 'none') as state,
      coalesce((select c.state from safeguards.changes c where c.customer_id = ${customerId} and c.subject = ${subject}
        order by c.seq desc limit 1), 'none') as before`.execute(tx)
  const [row] = rows
  if (row === undefined || row.state === row.before) return
  const change = { seq: row.seq, customerId, subject, state: row.state, at: now }
  const signature = Buffer.from(signer.sign(safeguardMessage(change, nodeCrypto)), 'hex')
  await sql`insert into safeguards.changes (seq, customer_id, subject, state, at, signature)
    values (${change.seq}, ${customerId}, ${subject}, ${change.state}, ${now}, ${signature})`.execute(tx)
}

/** Changes after a number, rising, at most `limit`. */
export async function safeguardsAfter(
  db: Db<'safeguards'>,
  { after, limit }: { after: number; limit: number },
): Promise<SignedSafeguard[]> {
  const { rows } = await sql<SignedSafeguard>`
    select c.seq::float8 as seq, c.customer_id as "customerId", c.subject, c.state, c.at::float8 as at,
      encode(c.signature, 'hex') as signature
    from safeguards.changes c where c.seq > ${after} order by c.seq limit ${limit}`.execute(db)
  return rows
}
