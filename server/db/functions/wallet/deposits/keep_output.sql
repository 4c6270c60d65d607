-- A claim keeps the output that it found until its deposit ends: a reversed deposit gives its output up too, so that it can be
-- claimed once more where it comes back.
create or replace function wallet.keep_output() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and old.matched and (not new.matched or new.status in ('REJECTED', 'CANCELLED', 'REVERSED')) then
    update wallet.shared_outputs s set deposit_id = null where s.deposit_id = new.id;
  end if;
  if new.matched and new.status not in ('REJECTED', 'CANCELLED', 'REVERSED') then
    update wallet.shared_outputs s set deposit_id = new.id
    where s.chain = new.chain and s.tx_hash = new.tx_hash and s.vout = new.vout and s.deposit_id is distinct from new.id;
  end if;
  return null;
end $$;
