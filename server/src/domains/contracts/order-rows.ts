import { openingPrice } from '@evenhand/proofs/contracts/price.ts'
import { binaryArray } from '../../kernel/db/binary-array.ts'
import { sql, type Fragment } from '../../kernel/db/db.ts'
import { sqlList } from '../../kernel/db/sql-list.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import type { Placed } from './accept-orders.ts'
import { keyRoutes, type ContractLimits } from './contracts.rules.ts'
import { assetOfMode } from './contracts.store.ts'

/** The statement that takes a batch of orders: a row of outcomes each, in their order. */
export function orderRows(placed: readonly Placed[], limits: ContractLimits): Fragment {
  const { bigint, integer, smallint, timestamptz, uuid } = binaryArray
  const wanted = placed.map((one) => one.wanted)
  const tickets = wanted.map(({ ticket }) => ticket)
  const requests = wanted.map(({ request }) => request)
  return sql`select d.* from contracts.accept(
    array(select row(o.account_id, o.id, null, o.asset, o.instrument_id, o.side, o.order_type, o.lots, o.leverage, o.price,
        o.stop_loss, o.take_profit, o.max_slippage, o.waits_until, o.accepted_at, o.seen_seq, o.seen_price, o.held, o.notional,
        o.feed_kind, o.terms_version, o.fee_discount_ppm)::contracts.orders
      from unnest(${bigint(wanted.map(({ accountId }) => accountId))}::bigint[], ${uuid(placed.map(({ id }) => id))}::uuid[],
        ${smallint(wanted.map(({ mode }) => assetOfMode[mode]))}::smallint[],
        ${integer(tickets.map(({ instrument }) => instrument.id))}::int[],
        ${smallint(requests.map(({ side }) => (side === 'BUY' ? 1 : -1)))}::smallint[],
        ${sqlList(requests.map(({ orderType }) => orderType))}::text[],
        ${bigint(requests.map(({ lots }) => lots))}::bigint[], ${integer(requests.map(({ leverage }) => leverage))}::int[],
        ${bigint(tickets.map(({ price }) => price))}::bigint[], ${bigint(tickets.map(({ stops }) => stops.stopLoss))}::bigint[],
        ${bigint(tickets.map(({ stops }) => stops.takeProfit))}::bigint[],
        ${integer(requests.map(({ maxSlippage }) => maxSlippage ?? null))}::int[],
        ${timestamptz(requests.map(({ expiresAt }) => expiresAt ?? null))}::timestamptz[],
        ${timestamptz(placed.map(({ acceptedAt }) => acceptedAt))}::timestamptz[],
        ${bigint(tickets.map(({ latest }) => latest.seq))}::bigint[],
        ${bigint(wanted.map(({ ticket, request }) => openingPrice(request.side, ticket.sides)))}::bigint[],
        ${bigint(placed.map(({ held }) => held))}::bigint[], ${bigint(tickets.map(({ opening }) => opening.notional))}::bigint[],
        ${sqlList(tickets.map(({ latest }) => latest.feedKind))}::text[],
        ${integer(tickets.map(({ termsVersion }) => termsVersion))}::int[],
        ${integer(tickets.map(({ facts }) => Number(facts.feeDiscountPpm ?? 0n)))}::int[])
        with ordinality o(account_id, id, asset, instrument_id, side, order_type, lots, leverage, price, stop_loss, take_profit,
          max_slippage, waits_until, accepted_at, seen_seq, seen_price, held, notional, feed_kind, terms_version,
          fee_discount_ppm, ord) order by o.ord),
    row(${keyRoutes.buy}::text, ${sqlList(wanted.map(({ key }) => key ?? null))}::text[],
      ${sqlList(wanted.map(({ requestHash }) => requestHash ?? null))}::bytea[])::ledger.call_keys,
    ${limitsText(limits)}::jsonb, ${spendLimitsText(placed)}::jsonb,
    ${bigint(tickets.map(({ opening }) => opening.margin))}::bigint[]) d order by d.ord`
}

const limitsText = ({ positions, notional, instrument, total }: ContractLimits): string =>
  JSON.stringify({ positions, notional: String(notional), instrument: String(instrument), total: String(total) })

const spendLimitsText = (placed: readonly Placed[]): string =>
  JSON.stringify(
    placed.flatMap(({ wanted }, index) =>
      wanted.ticket.spendLimits.map(({ what, since, max }) => [
        index + 1,
        what,
        dateOf(since).toISOString(),
        String(max),
      ]),
    ),
  )
