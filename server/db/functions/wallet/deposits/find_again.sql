-- A rejected or reversed deposit gives up its output, so that its owner's claim finds it; a repeated claim searches for it again.
create or replace function wallet.find_again() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_vout integer;
begin
  if old.status = 'REJECTED' and new.status = 'SUBMITTED' then
    v_vout := wallet.output_for(new.chain, new.tx_hash, new.network, new.amount, new.last6);
    new.matched := v_vout is not null;
    new.vout := coalesce(v_vout, 0);
  end if;
  return new;
end $$;
