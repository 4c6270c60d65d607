-- Versions of a text in a language rise one by one from the shipped one, and operators publish a legal text by two.
create or replace function content.guard_version() returns trigger language plpgsql set search_path = '' as $$
declare
  newest integer;
begin
  select max(version) into newest from content.versions where slug = new.slug and lang = new.lang;
  if new.version <= newest then
    raise exception 'a version follows the newest' using errcode = 'unique_violation';
  end if;
  if new.origin = 'operator' and new.approved_by is null
    and (select is_legal from content.items where slug = new.slug) then
    raise exception 'a legal text takes two operators' using errcode = 'check_violation';
  end if;
  return new;
end $$;
