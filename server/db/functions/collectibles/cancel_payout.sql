-- Cancels a payment that was prepared and not made; its sums are due as before. Returns whether it did.
create or replace function collectibles.cancel_payout(p_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update collectibles.payouts p set status = 'CANCELLED' where p.id = p_id and p.status = 'PREPARED';
  if not found then return false; end if;
  update collectibles.sales s set payout_id = null where s.payout_id = p_id;
  update collectibles.resales r set payout_id = null where r.payout_id = p_id;
  return true;
end $$;
grant execute on function collectibles.cancel_payout to console;
