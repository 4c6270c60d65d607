-- Serializes the calls about one transaction of a chain. Every caller takes this lock before any row.
create or replace function wallet.hold_transaction(p_chain text, p_tx_hash text) returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended(p_chain || p_tx_hash, 22))
$$;
grant execute on function wallet.hold_transaction to api, console;
