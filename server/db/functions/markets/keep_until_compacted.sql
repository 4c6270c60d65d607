-- A second may be deleted once all its ticks are in segments, and not before.
create or replace function markets.keep_until_compacted() returns trigger language plpgsql as $$
begin
  if old.at >= (select compacted_until from markets.feed_lease) then
    raise exception 'second % has not been compacted', old.at using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
