-- Which coin secures which loan never changes, and what was pledged is never less.
create or replace function loans.keep_collateral() returns trigger language plpgsql as $$
begin
  if (new.loan_id, new.account_id, new.asset) is distinct from (old.loan_id, old.account_id, old.asset)
    or new.pledged < old.pledged or new.moves < old.moves
  then
    raise exception 'collateral that was pledged is never changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
