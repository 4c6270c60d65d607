-- Closes a product to new subscriptions, which one operator may: it only takes less. Returns what it was before, or null where
-- there is none; its guard refuses what does not follow. It reaches no position.
create or replace function plans.close_product(p_product uuid) returns text
language plpgsql security definer set search_path = '' as $$
begin
  return plans.set_state(p_product, 'CLOSED_TO_NEW');
end $$;
grant execute on function plans.close_product to console;
