-- What of a customer's deposits from an address may go back to it, in smallest units.
create or replace function wallet.left_to_origin(p_customer uuid, p_coin text, p_network text, p_address text) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  return greatest(0, wallet.deposited_from(p_customer, p_coin, p_network, p_address)
    - coalesce((select sum(w.amount) from wallet.withdrawals w where w.customer_id = p_customer and w.coin = p_coin
        and w.network = p_network and w.address = p_address and w.to_origin
        and w.status not in ('CANCELLED', 'REJECTED', 'FAILED')), 0));
end $$;
grant execute on function wallet.left_to_origin to api, console, payout;
