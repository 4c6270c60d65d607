-- Guards the order of states, and that a request is never changed: a payload that differs is another withdrawal.
create or replace function wallet.keep_withdrawal() returns trigger language plpgsql as $$
begin
  if (new.id, new.order_no, new.customer_id, new.account_id, new.method, new.coin, new.network, new.chain, new.address_id, new.address,
      new.memo, new.asset, new.amount, new.fee, new.net, new.requested_at, new.due_at, new.confirmed_by, new.payload_hash,
      new.prices, new.to_origin, new.recorded_at)
      is distinct from
      (old.id, old.order_no, old.customer_id, old.account_id, old.method, old.coin, old.network, old.chain, old.address_id, old.address,
      old.memo, old.asset, old.amount, old.fee, old.net, old.requested_at, old.due_at, old.confirmed_by, old.payload_hash,
      old.prices, old.to_origin, old.recorded_at)
    or (old.txid is not null and (new.txid, new.signed) is distinct from (old.txid, old.signed))
  then
    raise exception 'a withdrawal that was requested is never changed' using errcode = 'restrict_violation';
  end if;
  if old.status <> new.status and (old.status, new.status) not in (
    ('REQUESTED', 'AUTO_OK'), ('REQUESTED', 'REVIEW'), ('REVIEW', 'APPROVED'), ('REVIEW', 'REJECTED'),
    ('AUTO_OK', 'REVIEW'), ('APPROVED', 'REVIEW'),
    ('AUTO_OK', 'PROCESSING'), ('APPROVED', 'PROCESSING'), ('PROCESSING', 'BROADCAST'), ('BROADCAST', 'COMPLETED'),
    ('PROCESSING', 'FAILED'), ('BROADCAST', 'FAILED'),
    ('REQUESTED', 'CANCELLED'), ('AUTO_OK', 'CANCELLED'), ('REVIEW', 'CANCELLED'), ('APPROVED', 'CANCELLED'))
  then
    raise exception 'a withdrawal does not go from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
