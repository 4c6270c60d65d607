-- The limit of a customer beyond everybody's, by the requests that two have signed; null where there is none. The highest
-- holds.
create or replace function wallet.raised_limit(p_customer uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select max(l.max_amount) from wallet.withdrawal_limits l join operators.change_requests q on q.id = l.request_id
  where l.customer_id = p_customer and q.kind = 'withdrawal.limit' and q.status = 'APPLIED' and q.decided_by <> q.proposed_by
    and q.payload::jsonb ->> 'customerId' = p_customer::text
    and (q.payload::jsonb ->> 'most')::numeric * 1000000 = l.max_amount
$$;
grant execute on function wallet.raised_limit to api, console, payout;
