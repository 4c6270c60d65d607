import type { FeedKind } from '@evenhand/protocol/markets.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import { sentArray } from '../../kernel/db/sent-array.ts'
import type { OrderTerms } from './options.deps.ts'

type Columns = Record<
  | 'accounts'
  | 'ids'
  | 'assets'
  | 'instruments'
  | 'directions'
  | 'stakes'
  | 'payouts'
  | 'limit_times'
  | 'accepted'
  | 'seen_seqs'
  | 'feed_kinds',
  Buffer
>

/** Orders of one lane's customers that can have expired by `now`, the earliest first. */
export async function dueOrders(
  db: Db<'options'>,
  params: { now: number; lane: number; limit: number },
): Promise<OrderTerms[]> {
  const { rows } = await sql<Columns>`
    select array_send(array_agg(account_id)) as accounts, array_send(array_agg(id)) as ids,
      array_send(array_agg(asset)) as assets, array_send(array_agg(instrument_id)) as instruments,
      array_send(array_agg(direction)) as directions, array_send(array_agg(stake)) as stakes,
      array_send(array_agg(payout_ppm)) as payouts, array_send(array_agg(limit_time)) as limit_times,
      array_send(array_agg(accepted_at)) as accepted, array_send(array_agg(seen_seq)) as seen_seqs,
      array_send(array_agg(feed_kind)) as feed_kinds
    from (select * from options.open_orders where due_from <= ${dateOf(params.now)} and account_id % 2 = ${params.lane}
      order by due_from limit ${params.limit}) due
    having count(*) > 0`.execute(db)
  return rows[0] === undefined ? [] : ordersOf(rows[0])
}

function ordersOf(columns: Columns): OrderTerms[] {
  const { bigint, integer, smallint, text, timestamptz, uuid } = sentArray
  const [ids, assets, instruments] = [uuid(columns.ids), smallint(columns.assets), integer(columns.instruments)]
  const [directions, stakes, payouts] = [smallint(columns.directions), bigint(columns.stakes), integer(columns.payouts)]
  const [limitTimes, accepted] = [integer(columns.limit_times), timestamptz(columns.accepted)]
  const [seenSeqs, feedKinds] = [bigint(columns.seen_seqs), text(columns.feed_kinds)]
  return bigint(columns.accounts).map((accountId, index) => ({
    accountId,
    id: ids[index] as string,
    mode: assets[index] === 2 ? 'virtual' : 'real',
    instrumentId: instruments[index] as number,
    direction: directions[index] === 1 ? 'UP' : 'DOWN',
    stake: stakes[index] as bigint,
    payoutPpm: BigInt(payouts[index] as number),
    limitTime: limitTimes[index] as number,
    acceptedAt: accepted[index] as number,
    seenSeq: Number(seenSeqs[index]),
    feedKind: feedKinds[index] as FeedKind,
  }))
}
