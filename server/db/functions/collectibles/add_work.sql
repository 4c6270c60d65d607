-- Stores an image once; returns whether it was new.
create or replace function collectibles.add_work(
  p_id text, p_titles jsonb, p_creator text, p_generated boolean, p_image bytea, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  insert into collectibles.works (id, titles, creator, is_generated, media_type, image, image_hash, at)
  values (p_id, p_titles, p_creator, p_generated, 'image/svg+xml', p_image, sha256(p_image), p_at)
  on conflict do nothing;
  return found;
end $$;
grant execute on function collectibles.add_work to console;
