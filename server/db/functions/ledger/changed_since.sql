-- The balances that transactions from `p_since` on have changed, as `account/asset` with spaces between, some perhaps known
-- already; null where `p_since` is null or so old that a change may be forgotten, so that all must be read. `upto`: from where
-- to go on the next time: each transaction below it has ended, so its changes are among these.
create or replace function ledger.changed_since(p_since xid8) returns table (upto xid8, keys text)
language sql stable set search_path = '' set enable_seqscan = off as $$
  select pg_snapshot_xmin(pg_current_snapshot()), case when p_since >= k.since then coalesce((
      select string_agg(d.account_id || '/' || d.asset, ' ')
      from (select distinct a.account_id, c.asset from ledger.changes c, unnest(c.accounts) a(account_id) where c.xid >= p_since) d), '')
    end
  from ledger.changes_kept k
$$;
