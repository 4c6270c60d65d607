-- Which coin secures which loan never changes, and what was pledged is less only by what its customer took back.
create or replace function loans.keep_collateral() returns trigger language plpgsql as $$
begin
  if (new.loan_id, new.account_id, new.asset) is distinct from (old.loan_id, old.account_id, old.asset)
    or new.moves < old.moves
    or (new.pledged < old.pledged and not (old.pledged - new.pledged = old.amount - new.amount and new.moves = old.moves + 1
      and exists (select from loans.collateral_moves m where m.loan_id = new.loan_id and m.n = new.moves
        and m.kind = 'TAKE_BACK' and m.amount = old.pledged - new.pledged)))
  then
    raise exception 'collateral that was pledged is never changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
