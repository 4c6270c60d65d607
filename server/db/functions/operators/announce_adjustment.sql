-- Announces an adjustment against a customer that two operators have signed. Outcomes: `announced`, and those of
-- operators.check_adjustment. Raises P0001 for a request that is not approved or takes nothing.
create or replace function operators.announce_adjustment(p_request uuid, p_at timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_payload jsonb := operators.must_be_approved(p_request, 'adjustment');
  v_asset ledger.assets;
  v_account bigint;
  v_units numeric;
  v_refusal text;
  v_gave bigint;
begin
  select * into v_asset from ledger.assets a where a.name = v_payload ->> 'asset' and a.name in ('USDT', 'BTC', 'ETH');
  -- Adjustments of one customer are announced one after another: the cap counts them together.
  select a.id into v_account from ledger.accounts a where a.name = 'user:' || (v_payload ->> 'customerId') for no key update;
  v_units := -(v_payload ->> 'amount')::numeric * (10::numeric ^ v_asset.scale);
  if v_account is null or v_units is null or v_units <= 0 or v_units <> trunc(v_units) or v_units > 9000000000000000 then
    raise exception 'this adjustment takes nothing' using errcode = 'P0001';
  end if;

  v_refusal := operators.check_adjustment(v_payload, p_at);
  if v_refusal is not null then return v_refusal; end if;

  select sum(l.amount) into v_gave
  from ledger.entries e, unnest(e.accounts, e.assets, e.amounts) as l(account_id, asset, amount)
  where e.seq = (v_payload ->> 'entry')::bigint and l.account_id = v_account and l.asset = v_asset.id;
  insert into operators.entry_debits values ((v_payload ->> 'entry')::bigint, v_account, v_asset.id, v_gave, 0)
  on conflict do nothing;
  update operators.entry_debits t set taken = t.taken + v_units::bigint
  where t.entry_seq = (v_payload ->> 'entry')::bigint and t.account_id = v_account and t.asset = v_asset.id
    and t.taken + v_units::bigint <= t.gave;
  if not found then return 'entry_exhausted'; end if;

  insert into operators.debits (request_id, customer_id, account_id, asset, units, entry_seq, announced_at, due_at)
  values (p_request, (v_payload ->> 'customerId')::uuid, v_account, v_asset.id, v_units::bigint,
    (v_payload ->> 'entry')::bigint, p_at, p_at + interval '24 hours');
  update operators.change_requests q set status = 'SCHEDULED', applies_at = p_at + interval '24 hours' where q.id = p_request;
  return 'announced';
end $$;
grant execute on function operators.announce_adjustment to console;
