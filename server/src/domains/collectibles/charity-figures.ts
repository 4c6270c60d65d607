import { figureSource, type FigureSource } from '../../kernel/module/figure-source.ts'
import type { CollectiblesDb } from './collectibles.deps.ts'

/**
 * What charities received for collectibles: a JSON object of the number of sales and of amounts in smallest units of USDT;
 * `oldestUnpaid` is when the oldest sale was that is not paid out, epoch milliseconds, or null.
 */
export const charityDonations = (db: CollectiblesDb): FigureSource =>
  figureSource(
    db,
    `select json_build_object(
  'sales', count(*),
  'received', coalesce(sum(s.price), 0)::text,
  'paid', coalesce(sum(s.price) filter (where p.status = 'PAID'), 0)::text,
  'waiting', coalesce(sum(s.price) filter (where p.status is distinct from 'PAID'), 0)::text,
  'oldestUnpaid', (extract(epoch from min(s.at) filter (where p.status is distinct from 'PAID')) * 1000)::bigint)::text as value
from collectibles.sales s left join collectibles.payouts p on p.id = s.payout_id`,
  )
