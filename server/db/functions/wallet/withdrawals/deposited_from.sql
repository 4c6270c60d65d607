-- What a customer has paid in from an address, in smallest units.
create or replace function wallet.deposited_from(p_customer uuid, p_coin text, p_network text, p_address text) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(d.credited), 0)::bigint from wallet.deposits d
  where d.customer_id = p_customer and ledger.asset_name(d.asset) = p_coin and d.network = p_network and d.status = 'CREDITED'
    and (d.from_address = p_address or (d.from_address is null and d.last6 = right(p_address, 6)))
$$;
grant execute on function wallet.deposited_from to api, console, payout;
