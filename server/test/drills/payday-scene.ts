import pg from 'pg'

/** Principal of each position, what it earns a day at 0.011 %, and its days; smallest units of USDT. */
export const position = { principal: 500_000_000n, daily: 55_000n, days: 30 } as const
/** What each overdue loan is of, and what its customer has free: of every second one less than is owed. */
export const overdue = { amount: 100_000_000n, poor: 60_000_000n, rich: 200_000_000n } as const

const given = (units: bigint, holders: string): string => `
  given as (
    insert into ledger.entries (at, kind, ref, owner, accounts, assets, amounts)
    select now(), 'test', gen_random_uuid(), account_id, array[account_id, ledger.account_named('house:capital')],
      array[1, 1]::smallint[], array[${units}, -${units}] from ${holders})`

/**
 * Begins a position for so many customers, of which every day has been due for hours, and an overdue loan with the clause of
 * set-off for so many others, with the money that each and the reserve hold; as their owner, in one transaction: the product
 * that runs begins to pay when it commits.
 */
export async function beginPayday(
  url: string,
  { positions, loans }: { positions: number; loans: number },
): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`create table public.drill_people as
      select id, account_id, row_number() over (order by id) as n from accounts.customers`)
    await beginPositions(client, positions)
    await beginLoans(client, { from: positions, loans })
    await client.query('commit')
  } finally {
    await client.end()
  }
}

async function beginPositions(client: pg.Client, count: number): Promise<void> {
  const holders = `(select account_id from public.drill_people where n <= ${count}) h`
  const [principals, yields] = [BigInt(count) * position.principal, BigInt(count * position.days) * position.daily]
  await client.query(`with ${given(position.principal, holders)}
    update ledger.balances b set held = b.held + ${position.principal} from ${holders}
    where b.account_id = h.account_id and b.asset = 1 and b.shard = 0`)
  await client.query(`update ledger.origins o set issued = o.issued + ${principals}
    where o.account_id = ledger.account_named('house:capital') and o.asset = 1`)
  await client.query(`select ledger.post('test', gen_random_uuid(), array[ledger.account_named('house:capital'),
    ledger.account_named('reserve:yield')], array[1, 1]::smallint[], array[-${yields}::bigint, ${yields}::bigint], now())`)
  await client.query(`update ledger.balances b set free = b.free - ${yields}, held = b.held + ${yields}
    where b.account_id = ledger.account_named('reserve:yield') and b.asset = 1`)
  await client.query(`
    insert into plans.positions (account_id, id, product_id, principal, days, daily_ppm, penalty_ppm, cooling_hours, terms_hash,
      daily_yield, started_at, next_due)
    select h.account_id, uuidv7(), p.id, ${position.principal}, p.days, p.daily_ppm, p.penalty_ppm, p.cooling_hours, p.terms_hash,
      ${position.daily}, t.at, t.at + interval '24 hours'
    from plans.products p, lateral (select date_trunc('milliseconds', now()) - interval '31 days' as at) t, ${holders}
    where p.days = ${position.days} and p.status = 'OPEN'`)
  await client.query(
    `update plans.products set sold = sold + ${principals} where days = ${position.days} and status = 'OPEN'`,
  )
  await client.query(`update plans.totals set positions = positions + ${count}, principal = principal + ${principals},
    owed = owed + ${yields}`)
}

async function beginLoans(client: pg.Client, { from, loans }: { from: number; loans: number }): Promise<void> {
  const holders = `(select id, account_id, n from public.drill_people where n > ${from} and n <= ${from + loans}) h`
  await client.query(`
    insert into loans.loans (id, customer_id, account_id, amount, days, free_days, daily_ppm, agreement, agreement_hash,
      agreement_lang, template_version, typed_name, ip_hash, signed_at, remark, approvals_needed, moved_at, review_due_at, set_off)
    select gen_random_uuid(), h.id, h.account_id, ${overdue.amount}, 7, 3, 300, a.text, sha256(convert_to(a.text, 'UTF8')), 'en', 2, 'drill',
      sha256('here'), t, '', 1, t, t + interval '1 day', true
    from ${holders}, lateral (select date_trunc('milliseconds', now()) - interval '10 days' as t) at,
      (values (E'Loan\\n\\nOther money\\n(2) What is overdue is set off.')) a(text)`)
  await client.query(`update loans.loans set status = 'APPROVED', decided_at = signed_at`)
  await client.query(`select loans.disburse(l, l.signed_at + interval '7 days', l.signed_at) from loans.loans l`)
  // The money was spent; of USDT there is less than is owed, or more.
  await client.query(`select ledger.post('test', gen_random_uuid(), array[l.account_id, ledger.account_named('house:capital')],
    array[3, 3]::smallint[], array[-l.amount, l.amount], now()) from loans.loans l`)
  await client.query(`select ledger.post('test', gen_random_uuid(), array[h.account_id, ledger.account_named('house:capital')],
    array[1, 1]::smallint[], array[u.units, -u.units], now())
    from ${holders}, lateral (select case when h.n % 2 = 0 then ${overdue.poor} else ${overdue.rich} end as units) u`)
}
