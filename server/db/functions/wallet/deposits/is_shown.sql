-- Whether an amount can be what arrived, by what the chain shows: exactly its own output, or a part of what its transaction
-- brought. Where no watcher saw the transaction nothing contradicts it.
create or replace function wallet.is_shown(p_deposit wallet.deposits, p_amount bigint) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  v_seen bigint := (select s.amount from wallet.seen_of(p_deposit.id) s);
  v_all numeric;
begin
  if v_seen is not null then return v_seen = p_amount; end if;
  if not p_deposit.part then return true; end if;
  select sum(o.amount) into v_all from (
    select s.amount from wallet.shared_outputs s
    where s.chain = p_deposit.chain and s.tx_hash = p_deposit.tx_hash and s.asset = p_deposit.asset
    union all
    select v.amount from wallet.arrivals v join wallet.deposits d on d.id = v.deposit_id
    where v.chain = p_deposit.chain and v.tx_hash = p_deposit.tx_hash and d.asset = p_deposit.asset) o;
  return v_all is null or wallet.credited_of(p_deposit) + p_amount <= v_all;
end $$;
