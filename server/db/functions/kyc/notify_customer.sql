-- What the rest of the product knows of it: status and tier of the customer, the verified country in place of the
-- declared one, and the credit score that a first verification begins with. It follows the customer's last form, whichever role moved it.
create or replace function kyc.notify_customer() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from kyc.identifications i where i.customer_id = new.customer_id and i.number > new.number) then
    return null;
  end if;
  update accounts.customers set
    kyc_status = new.status,
    tier = case when new.status = 'VERIFIED' then 'VERIFIED' else 'BASIC' end,
    country = case when new.status = 'VERIFIED' then new.country else country end,
    -- It begins once; a later verification leaves what events have made of it.
    credit_score = case when new.status = 'VERIFIED' then coalesce(credit_score, 600) else credit_score end
  where id = new.customer_id;
  return null;
end $$;
