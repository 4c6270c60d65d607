import type { RawBuilder } from 'kysely'
import { sql } from '../../kernel/db/db.ts'

/** A SELECT without parameters, written in the program and not kept in the database that it checks. */
export type Select = RawBuilder<unknown>

/**
 * What the entries of a kind are written for. Each kind has one, beside the product that writes it; an entry of a kind
 * without one is a finding.
 *
 * `requested` selects `ref uuid, entry bigint, label text, accounts bigint[], assets smallint[], amounts bigint[]`: each row requires
 * for exactly one entry of this kind and reference, with these lines in this order; `entry` is its number where the row
 * knows it, else null, and `label` is how a person finds the row. Rows and entries are compared in both directions.
 *
 * `wrong` is for kinds that no single row requests: it selects `at text, found text` of those entries that must not be.
 */
export type EntryCause = { readonly kind: string } & ({ readonly requested: Select } | { readonly wrong: Select })

/**
 * What holds money by a row of ledger.holds: `requested` selects `id uuid, label text, account_id bigint, asset smallint,
 * amount bigint`. Rows and holds are compared in both directions.
 */
export type HoldCause = { readonly requested: Select }

/**
 * Rows of a product that hold money by themselves (ledger.hold): it selects `account_id bigint, asset smallint, amount
 * bigint, orders int`, a line an account that something is held of; `orders` is 1 where the row is an order of the account.
 */
export type HeldCause = Select

/** Anything else of a product's rows that the books rest on: `wrong` selects `at text, found text`. */
export type LedgerRule = { readonly wrong: Select }

/**
 * What operators signed before money moved: `signed` selects `at text, act text, subject text, names text[], values text[],
 * hash text, assertion json, "publicKey" bytea, origin text` of its newest rows. The payload of the first five is compared
 * with `hash` (hexadecimal digits) and with what the passkey signed, each where it is not null.
 */
export type SignedCause = { readonly signed: Select }

/** How many of the newest rows that were signed are verified again each time: a signature takes a third of a millisecond. */
export const signedChecked = 5000

/** `left join` of the passkey `k` that an assertion (a column of jsonb) names, if it is this operator's. */
export const joinPasskey = (operator: Select, given: Select): Select => sql`
  left join operators.passkeys k on k.operator_id = ${operator}
    and translate(encode(k.credential_id, 'base64'), '+/=' || chr(10), '-_') = ${given} ->> 'credentialId'`

/** An amount of an asset `s` as it is signed. */
export const signedAmount = (units: Select): Select =>
  sql`round(${units}::numeric / 10::numeric ^ s.scale, s.scale)::text`

/**
 * What operators acted on, by their sealed record, and that is gone: rows of `table`, which the record calls by `name` and id,
 * and the finding by `label`.
 */
export const goneSubjects = (name: string, table: string, label = name): LedgerRule => ({
  wrong: sql`
    select ${sql.lit(label)} || ' ' || gone.id as at, format('gone, and act %s is about it', gone.act) as found
    from (select split_part(a.subject, ':', 2) as id, min(a.seq) as act from operators.audit_entries a
      where split_part(a.subject, ':', 1) = ${sql.lit(name)} group by 1) gone
    where not exists (select from ${sql.table(table)} t where t.id::text = gone.id) order by gone.act limit 20`,
})

/**
 * What calls of a route came to, by their keys, and that is gone: `results` selects `account_id bigint, id uuid` of all that
 * there are, and the finding calls them by `label`.
 */
export const goneResults = (route: string, { label, results }: { label: string; results: Select }): LedgerRule => ({
  wrong: sql`
    select ${sql.lit(label)} || ' ' || k.ref as at, 'gone, and a key of its customer names it' as found
    from ledger.keys k where k.route = ${sql.lit(route)}
      and not exists (select from (${results}) r where r.account_id = k.account_id and r.id = k.ref) limit 20`,
})
