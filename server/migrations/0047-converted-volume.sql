-- The volume of a day is counted every minute.
create index conversions_by_time on wallet.conversions (done_at);
