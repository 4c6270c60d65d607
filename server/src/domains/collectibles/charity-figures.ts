import { figureSource, type FigureSource } from '../../kernel/module/figure-source.ts'
import type { CollectiblesDb } from './collectibles.deps.ts'

/**
 * What charities received for collectibles: a JSON object of the numbers of sales and resales and of amounts in smallest units
 * of USDT, `royalties` the part that resales brought;
 * `oldestUnpaid` is when the oldest sale was that is not paid out, epoch milliseconds, or null.
 */
export const charityDonations = (db: CollectiblesDb): FigureSource =>
  figureSource(
    db,
    `select json_build_object(
  'sales', count(*) filter (where s.no = 1),
  'resales', count(*) filter (where s.no > 1),
  'received', coalesce(sum(s.donated), 0)::text,
  'royalties', coalesce(sum(s.donated) filter (where s.no > 1), 0)::text,
  'paid', coalesce(sum(s.donated) filter (where p.status = 'PAID'), 0)::text,
  'waiting', coalesce(sum(s.donated) filter (where p.status is distinct from 'PAID'), 0)::text,
  'oldestUnpaid', (extract(epoch from min(s.at) filter (where p.status is distinct from 'PAID')) * 1000)::bigint)::text as value
from collectibles.ownerships s left join collectibles.payouts p on p.id = s.payout_id`,
  )
