-- One spelling for all addresses that reach one mailbox, as `amy+1@…` and `amy@…` do, with dots anywhere at Google.
create or replace function auth.mailbox_of(p_email text) returns text language sql immutable set search_path = '' as $$
  select case when e.host in ('gmail.com', 'googlemail.com') then replace(e.name, '.', '') || '@gmail.com' else e.name || '@' || e.host end
  from (select split_part(left(lower(p_email), -1 - length(h.host)), '+', 1) as name, h.host
    from (select substring(lower(p_email) from '[^@]*$') as host) h) e
$$;
