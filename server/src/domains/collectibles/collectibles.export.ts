import { exportTables, type ExportSection } from '../../kernel/module/data-export.ts'
import type { CollectiblesDb } from './collectibles.deps.ts'

/**
 * What collectibles hold of a customer. Amounts in smallest units; the nonce proves that a number in the public records of an
 * auction is the customer's: SHA-256 as `bidderHash` of proofs/collectibles/records.ts.
 */
export const collectiblesExport = (db: CollectiblesDb): ExportSection[] =>
  exportTables(db, {
    'collectibles.bidders': {
      by: 'account_id',
      order: 'at, item_id',
      columns: `item_id, no, amount::text as amount_units, ceiling::text as maximum_units, asset, status, at,
        encode(nonce, 'hex') as nonce, (select jsonb_agg(jsonb_build_object('no', r.no, 'seq', r.seq, 'body', r.body,
          'signature', encode(r.signature, 'hex')) order by r.no) from collectibles.records r
          where r.item_id = bidders.item_id) as records`,
    },
    'collectibles.sales': {
      by: 'account_id',
      order: 'at, item_id',
      columns: `item_id, id, order_no, owner, charity_id, price::text as price_units, asset, entry, at, due_at, payout_id,
        encode(nonce, 'hex') as nonce, (select jsonb_build_object('status', d.status, 'chain', d.chain, 'contract', d.contract,
          'token_id', d.token_id, 'address', d.address, 'tx_hash', d.tx_hash, 'requested_at', d.requested_at,
          'ended_at', d.ended_at) from collectibles.deliveries d where d.item_id = sales.item_id
          and not exists (select from collectibles.resales r where r.item_id = d.item_id)) as delivery`,
    },
    'collectibles.offers': {
      by: 'account_id',
      order: 'at, id',
      columns: `id, item_id, record, transfer, price::text as price_units, status, at, ended_at,
        (select r.royalty::text from collectibles.resales r where r.offer_id = offers.id) as royalty_units,
        (select r.entry from collectibles.resales r where r.offer_id = offers.id) as entry`,
    },
    'collectibles.resales': {
      by: 'account_id',
      order: 'at, id',
      columns: `item_id, no, id, order_no, charity_id, price::text as price_units, royalty::text as royalty_units, asset,
        paid_entry, entry, at, due_at, payout_id, encode(nonce, 'hex') as nonce,
        (select jsonb_build_object('status', d.status, 'chain', d.chain, 'contract', d.contract, 'token_id', d.token_id,
          'address', d.address, 'tx_hash', d.tx_hash, 'requested_at', d.requested_at, 'ended_at', d.ended_at)
          from collectibles.deliveries d where d.item_id = resales.item_id and d.requested_at >= resales.at
          and not exists (select from collectibles.resales r where r.item_id = resales.item_id and r.no > resales.no)) as delivery`,
    },
  })
