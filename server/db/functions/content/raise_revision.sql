-- Whatever is published raises the one number that processes compare with what they hold.
create or replace function content.raise_revision() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update content.revision set revision = revision + 1;
  return null;
end $$;
