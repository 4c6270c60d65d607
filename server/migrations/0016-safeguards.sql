-- What stands between a customer and a product: a questionnaire, a day to think it over, the customer's own limits and
-- pauses. And, of options' own, how much a customer staked and lost, guarded where an order is placed.
create schema safeguards;
grant usage on schema safeguards to api, console;

-- One row a customer who has anything here; whoever changes a customer's safeguards holds it.
create table safeguards.customers (
  customer_id uuid primary key references accounts.customers,
  -- Minutes between two looks at what the sitting came to, and when the customer last took one.
  reality_every smallint not null default 60 check (reality_every between 15 and 60),
  reality_seen_at timestamptz
);

-- Questionnaires as they were drawn: twelve questions with their answers in an order of this attempt's own. One is open
-- at a time. What was answered is kept, and never changes.
create table safeguards.quiz_attempts (
  id uuid primary key,
  customer_id uuid not null references accounts.customers,
  product text not null,
  -- [{"id": question, "order": [place of each shown answer in the bank]}]
  questions jsonb not null,
  drawn_at timestamptz not null,
  answered_at timestamptz,
  answers jsonb,
  right_answers smallint,
  passed boolean,
  check ((answered_at is null) = (answers is null) and (answered_at is null) = (right_answers is null)
    and (answered_at is null) = (passed is null))
);
create unique index quiz_attempts_open on safeguards.quiz_attempts (customer_id, product) where answered_at is null;
create index quiz_attempts_by_customer on safeguards.quiz_attempts (customer_id, product, answered_at);

-- When a customer was shown the risk of a product, and when, a day later or more, the customer chose to go on.
create table safeguards.risk_acks (
  customer_id uuid not null references accounts.customers,
  product text not null,
  shown_at timestamptz not null,
  confirmed_at timestamptz check (confirmed_at >= shown_at + interval '24 hours'),
  primary key (customer_id, product)
);

-- Limits a customer set. Money in smallest units of USDT, the others as they are. `wish` is a looser value asked for
-- (`wish_none`: none at all), which may be confirmed from `wish_from` on.
create table safeguards.own_limits (
  customer_id uuid not null references accounts.customers,
  name text not null,
  value bigint check (value >= 0),
  set_at timestamptz not null,
  wish bigint check (wish >= 0),
  wish_none boolean not null default false,
  wish_from timestamptz,
  primary key (customer_id, name),
  check ((wish_from is not null) = (wish is not null or wish_none)),
  check (not (wish_none and wish is not null))
);

-- Pauses a customer took. Rows are only ever added: no pause ends early, for nobody.
create table safeguards.pauses (
  id uuid primary key,
  customer_id uuid not null references accounts.customers,
  kind text not null check (kind in ('TIMEOUT', 'SELF_EXCLUSION')),
  from_at timestamptz not null,
  until_at timestamptz not null check (until_at > from_at)
);
create index pauses_by_customer on safeguards.pauses (customer_id, until_at);

-- Since when a customer has been here without a pause of fifteen minutes.
create table safeguards.sittings (
  customer_id uuid primary key references accounts.customers,
  began_at timestamptz not null,
  used_at timestamptz not null check (used_at >= began_at)
);

create function safeguards.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a pause that was taken stays as it is' using errcode = 'restrict_violation';
end $$;
create trigger pauses_only_added before update or delete or truncate on safeguards.pauses
  for each statement execute function safeguards.refuse_change();

-- Every process that keeps a customer's standing in memory reads it anew.
create function safeguards.tell_of_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('safeguards', coalesce(new.customer_id, old.customer_id)::text);
  return null;
end $$;
create trigger told after insert or update on safeguards.quiz_attempts
  for each row execute function safeguards.tell_of_change();
create trigger told after insert or update or delete on safeguards.risk_acks
  for each row execute function safeguards.tell_of_change();
create trigger told after insert or update or delete on safeguards.own_limits
  for each row execute function safeguards.tell_of_change();
create trigger told after insert on safeguards.pauses
  for each row execute function safeguards.tell_of_change();

-- Notes that customers were here from `p_first` to `p_last`; a pause of fifteen minutes begins a sitting anew. Answers
-- since when each has been here.
create function safeguards.note_uses(p_customers uuid[], p_firsts timestamptz[], p_lasts timestamptz[])
returns table (customer_id uuid, began_at timestamptz) language sql as $$
  insert into safeguards.sittings as s (customer_id, began_at, used_at)
  select u.id, u.first, u.last from unnest(p_customers, p_firsts, p_lasts) as u(id, first, last) order by u.id
  on conflict (customer_id) do update set
    began_at = case when excluded.began_at - s.used_at >= interval '15 minutes' then excluded.began_at else s.began_at end,
    used_at = greatest(s.used_at, excluded.used_at)
  returning s.customer_id, s.began_at
$$;

revoke all on all functions in schema safeguards from public;
grant execute on function safeguards.note_uses to api;
grant select, insert, update on safeguards.customers, safeguards.sittings, safeguards.own_limits to api;
grant select, insert, update, delete on safeguards.quiz_attempts, safeguards.risk_acks to api;
grant select, insert on safeguards.pauses to api;
grant select on all tables in schema safeguards to console;

-- The least id of an order accepted at a time or later: ids begin with the milliseconds of their making.
create function options.first_id(p_at timestamptz) returns uuid language sql immutable as $$
  select (lpad(to_hex(greatest(0, floor(extract(epoch from p_at) * 1000))::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

-- What a customer's orders of one account come to: 'open' how many run now · 'staked' the stakes accepted since a time,
-- without those that were void · 'lost' what settled since a time took in all, with what is still at stake (negative:
-- a gain). An order settles within eight days of its acceptance, also after a long downtime.
create function options.spent(p_account bigint, p_asset smallint, p_what text, p_since timestamptz) returns bigint
language plpgsql volatile as $$
begin
  case p_what
  when 'open' then
    return coalesce((select e.open_count from options.exposure e where e.account_id = p_account and e.asset = p_asset), 0);
  when 'staked' then
    return coalesce((select sum(o.stake) from options.orders o
        where o.account_id = p_account and o.id >= options.first_id(p_since) and o.asset = p_asset
          and o.accepted_at >= p_since and o.status <> 'VOID'), 0)
      + coalesce((select sum(o.stake) from options.open_orders o
        where o.account_id = p_account and o.asset = p_asset and o.accepted_at >= p_since), 0);
  when 'lost' then
    return coalesce((select -sum(o.gain) from options.orders o
        where o.account_id = p_account and o.id >= options.first_id(p_since - interval '8 days') and o.asset = p_asset
          and o.settled_at >= p_since), 0)
      + coalesce((select e.open_stake from options.exposure e where e.account_id = p_account and e.asset = p_asset), 0);
  end case;
end $$;

-- Of the calls that were just counted into what their customers have open, those that go beyond a ceiling, each with the
-- place of the first such ceiling. Their customers' rows are locked by the counting, so two orders never pass by each
-- other. `p_ceilings`: [{"ord": place of the call, "ceilings": [[what, since, most]]}].
create function options.beyond(
  p_counted integer[], p_ceilings jsonb, p_accounts bigint[], p_assets smallint[], p_stakes bigint[])
returns table (ord integer, ceiling integer) language sql volatile as $$
  select distinct on (c.ord) c.ord, c.place::int
  from (select (call ->> 'ord')::int as ord, one.ceiling, one.place
        from jsonb_array_elements(p_ceilings) call, jsonb_array_elements(call -> 'ceilings') with ordinality one(ceiling, place)
       ) c
  where c.ord = any (p_counted)
    and options.spent(p_accounts[c.ord], p_assets[c.ord], c.ceiling ->> 0, (c.ceiling ->> 1)::timestamptz)
      + case c.ceiling ->> 0 when 'staked' then p_stakes[c.ord] else 0 end > (c.ceiling ->> 2)::bigint
  order by c.ord, c.place
$$;

-- As in 0004, and more: what a customer may come to with an order. outcome 0: placed · 1: balance too small · 2: the
-- reserve's shard is too small · 3: repeated, ref is the first order · 4: key used for another ask · 5: too much open
-- already · 10 and above: beyond the ceiling of that place (11 is the first). Locks exposure, then the ledger's rows.
drop function options.place(
  bigint[], uuid[], bigint[], smallint[], integer[], smallint[], bigint[], integer[], integer[], bigint[], text[],
  bigint[], text[], bytea[], smallint, bigint, smallint, timestamptz, uuid, integer, bigint, text, text, bytea, bytea, bytea);
create function options.place(
  p_accounts bigint[], p_ids uuid[], p_order_nos bigint[], p_assets smallint[], p_instruments integer[],
  p_directions smallint[], p_stakes bigint[], p_payouts integer[], p_limits integer[], p_seen bigint[], p_feeds text[],
  p_house_amounts bigint[], p_keys text[], p_asks bytea[], p_route smallint, p_house bigint, p_shard smallint,
  p_at timestamptz, p_batch uuid, p_params integer, p_head_size bigint, p_head_root text, p_key_id text,
  p_root bytea, p_signature bytea, p_leaves bytea, p_ceilings jsonb default null)
returns table (ord integer, outcome smallint, ref uuid, free bigint)
language plpgsql as $$
#variable_conflict use_column
declare
  v_go integer[] := (select array_agg(n) from generate_series(1, cardinality(p_ids)) n);
  v_known integer[] := '{}'; v_came smallint[] := '{}'; v_refs uuid[] := '{}';
  v_counted integer[];
  v_over integer[] := '{}'; v_ceilings integer[] := '{}';
  v_asked integer[]; v_outcomes smallint[]; v_frees bigint[]; v_held integer[];
begin
  if exists (select 1 from unnest(p_keys) k where k is not null) then
    select coalesce(array_agg(k.ord), '{}'), coalesce(array_agg(k.outcome), '{}'), coalesce(array_agg(k.ref), '{}')
    into v_known, v_came, v_refs from ledger.known(p_accounts, p_keys, p_asks, p_route) k;
    if cardinality(v_known) > 0 then
      v_go := coalesce((select array_agg(n) from unnest(v_go) n where not (n = any (v_known))), '{}');
    end if;
  end if;

  v_counted := options.expose(v_go, p_accounts, p_assets, p_stakes);

  if p_ceilings is not null then
    select coalesce(array_agg(b.ord), '{}'), coalesce(array_agg(b.ceiling), '{}') into v_over, v_ceilings
    from options.beyond(v_counted, p_ceilings, p_accounts, p_assets, p_stakes) b;
    if cardinality(v_over) > 0 then
      perform options.unexpose(v_over, p_accounts, p_assets, p_stakes);
      v_go := coalesce((select array_agg(n) from unnest(v_go) n where not (n = any (v_over))), '{}');
      v_counted := coalesce((select array_agg(n) from unnest(v_counted) n where not (n = any (v_over))), '{}');
    end if;
  end if;

  select array_agg(h.ord), array_agg(h.outcome), array_agg(h.free), coalesce(array_agg(h.ord) filter (where h.outcome = 0), '{}')
  into v_asked, v_outcomes, v_frees, v_held
  from ledger.hold(p_ids, p_accounts, p_assets, p_stakes, p_house, p_shard, p_house_amounts, p_keys, p_asks, p_route, p_at, v_counted) h;
  if cardinality(v_held) < cardinality(v_counted) then
    perform options.unexpose((select array_agg(n) from unnest(v_counted) n where not (n = any (v_held))), p_accounts, p_assets, p_stakes);
  end if;

  if cardinality(v_held) > 0 then
    insert into options.open_orders
    select b.account_id, b.id, b.order_no, b.asset, b.instrument_id, b.direction, b.stake, b.payout_ppm, b.limit_time, p_at,
      b.seen_seq, b.feed_kind, p_batch, b.ord - 1, p_at + make_interval(secs => b.limit_time + 0.5)
    from unnest(p_accounts, p_ids, p_order_nos, p_assets, p_instruments, p_directions, p_stakes, p_payouts, p_limits, p_seen, p_feeds)
      with ordinality as b(account_id, id, order_no, asset, instrument_id, direction, stake, payout_ppm, limit_time, seen_seq, feed_kind, ord)
    where cardinality(v_held) = cardinality(p_ids) or b.ord = any (v_held);
    insert into options.batches (id, accepted_at, params_version, head_size, head_root, key_id, root, signature, leaves)
    values (p_batch, p_at, p_params, p_head_size, p_head_root, p_key_id, p_root, p_signature, p_leaves);
  end if;

  return query
    select * from unnest(v_known, v_came, v_refs, array_fill(null::bigint, array[cardinality(v_known)]))
    union all select n, 5::smallint, null::uuid, null::bigint from unnest(v_go) n where not (n = any (v_counted))
    union all select o.ord, (10 + o.ceiling)::smallint, null::uuid, null::bigint from unnest(v_over, v_ceilings) o(ord, ceiling)
    union all select h.ord, h.outcome, null::uuid, h.free from unnest(v_asked, v_outcomes, v_frees) h(ord, outcome, free);
end $$;

revoke all on function options.first_id, options.spent, options.beyond, options.place from public;
grant execute on function options.first_id, options.spent, options.beyond, options.place to api;
