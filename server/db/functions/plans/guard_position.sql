-- What a position was subscribed under holds to its end, days are only ever paid forward, and what has ended stays so.
create or replace function plans.guard_position() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' or old.status <> 'EARNING' or new.paid_days < old.paid_days
    or (old.account_id, old.id, old.order_no, old.product_id, old.principal, old.days, old.daily_ppm, old.penalty_ppm,
      old.cooling_hours, old.terms_hash, old.daily_yield, old.started_at)
    is distinct from (new.account_id, new.id, new.order_no, new.product_id, new.principal, new.days, new.daily_ppm,
      new.penalty_ppm, new.cooling_hours, new.terms_hash, new.daily_yield, new.started_at)
  then
    raise exception 'a position keeps its terms and what was paid' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
