-- Gives a customer an address of a chain, always the same one; null where none is left.
create or replace function wallet.give_address(p_chain text, p_customer uuid, p_at timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_address text;
begin
  perform pg_advisory_xact_lock(hashtextextended('address ' || p_chain || p_customer, 22));
  select a.address into v_address from wallet.addresses_in a where a.chain = p_chain and a.customer_id = p_customer;
  if found then return v_address; end if;
  update wallet.addresses_in a set customer_id = p_customer, given_at = p_at
  where a.chain = p_chain and a.address = (
    select f.address from wallet.addresses_in f where f.chain = p_chain and f.customer_id is null
    order by f.address limit 1 for update skip locked)
  returning a.address into v_address;
  return v_address;
end $$;
grant execute on function wallet.give_address to api, console;
