-- Opens, closes or retires a product; its guard refuses what does not follow. Returns what it was before, or null where
-- there is none. It reaches no position, and no terms.
create or replace function plans.set_state(p_product uuid, p_status text) returns text
language plpgsql set search_path = '' as $$
declare
  v_before text;
begin
  select p.status into v_before from plans.products p where p.id = p_product for no key update;
  update plans.products p set status = p_status where p.id = p_product and p.status <> p_status;
  return v_before;
end $$;
