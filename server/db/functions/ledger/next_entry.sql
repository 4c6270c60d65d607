-- Draws the number of an entry that is written in the same statement. The transaction has written before and so has its own
-- number already, which is what sealing rests on (ledger.entries).
create or replace function ledger.next_entry() returns bigint language sql volatile as $$
  select nextval('ledger.entry_seq')
$$;
