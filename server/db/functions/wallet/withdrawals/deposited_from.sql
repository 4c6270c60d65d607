-- What a customer has paid in from an address, in smallest units. A form and an operator write the sender down as they find
-- it, the book in the one spelling of its network: letters are compared in any case, as in wallet.output_for.
create or replace function wallet.deposited_from(p_customer uuid, p_coin text, p_network text, p_address text) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(d.credited), 0)::bigint from wallet.deposits d
  where d.customer_id = p_customer and ledger.asset_name(d.asset) = p_coin and d.network = p_network and d.status = 'CREDITED'
    and case when d.from_address is null then lower(d.last6) = lower(right(p_address, 6))
      else lower(d.from_address) = lower(p_address) end
$$;
grant execute on function wallet.deposited_from to api, console, payout;
