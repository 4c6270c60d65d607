-- Keeps what a customer requests of an order or a position until the process that holds the ticks does it. Outcomes: 'kept' ·
-- 'repeated', ref is the first request · 'key_reused' · 'gone': nothing of that id is open.
create or replace function contracts.request(p_request contracts.requests, p_calls ledger.call_keys)
returns table (outcome text, ref uuid) language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_known record;
begin
  if p_calls.keys[1] is not null then
    select k.outcome, k.ref into v_known from ledger.known(array[p_request.account_id], p_calls) k;
    if found then return query select v_known.outcome, v_known.ref; return; end if;
  end if;
  if not exists (select from contracts.positions p where p.account_id = p_request.account_id and p.id = p_request.order_id)
    and not exists (select from contracts.orders o where o.account_id = p_request.account_id and o.id = p_request.order_id)
  then
    return query select 'gone', null::uuid; return;
  end if;
  if p_calls.keys[1] is not null then
    if not ledger.remember(p_request.account_id, p_calls.keys[1], p_calls.route, p_calls.requests[1], p_request.id, p_request.accepted_at) then
      -- Another call under this key came first; the caller retries.
      raise exception 'key taken' using errcode = '40001';
    end if;
  end if;
  insert into contracts.requests (id, account_id, order_id, kind, lots, stop_loss, take_profit, accepted_at, seen_seq)
  values (p_request.id, p_request.account_id, p_request.order_id, p_request.kind, p_request.lots, p_request.stop_loss,
    p_request.take_profit, p_request.accepted_at, p_request.seen_seq);
  return query select 'kept', p_request.id;
end $$;
grant execute on function contracts.request to api;
