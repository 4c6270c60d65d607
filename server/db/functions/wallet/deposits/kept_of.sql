-- Of a credit, what may not be traded with until its customer is verified: what lies above the limit of what was paid in in
-- all. A credit without a fresh price counts as above. In smallest units of its coin.
create or replace function wallet.kept_of(p_customer uuid, p_amount bigint, p_usdt bigint) returns bigint
language plpgsql set search_path = '' as $$
declare
  v_tier text;
  v_before bigint;
  v_over bigint;
begin
  -- Locked, so that the customer is not verified between this read and the write.
  select c.tier into v_tier from accounts.customers c where c.id = p_customer for share;
  if v_tier = 'VERIFIED' then return 0; end if;
  if p_usdt is null or p_usdt = 0 then return p_amount; end if;
  select coalesce(sum(coalesce(d.credited_usdt, wallet.max_unverified())), 0)::bigint into v_before
  from wallet.deposits d where d.customer_id = p_customer and d.status = 'CREDITED';
  v_over := least(p_usdt, greatest(0, v_before + p_usdt - wallet.max_unverified()));
  return ceil(p_amount::numeric * v_over / p_usdt)::bigint;
end $$;
