import type { Db } from '../../kernel/db.ts'
import { toldTables, type ToldSection } from '../../kernel/told-tables.ts'

/** What the wallet tells of a customer. Amounts in smallest units; who of the operators decided stands in their record. */
export const walletTold = (db: Db<'wallet'>): ToldSection[] =>
  toldTables(db, {
    'wallet.deposits': {
      columns: `id, order_no, (select name from ledger.assets a where a.id = asset) as asset, network, amount::text as amount_units,
        claimed_usdt::text as claimed_usdt_units, last6, tx_hash, vout, proof_file_id, source, status, resubmitted, reason_code,
        case when status = 'RETURNED' then reference end as returned_by, from_address, credited::text as credited_units, credited_usdt::text as credited_usdt_units,
        kept::text as kept_units, entry::text, created_at, due_at, decided_at`,
      by: 'customer_id',
      order: 'id',
    },
    'wallet.debts': {
      columns:
        'deposit_id, (select name from ledger.assets a where a.id = asset) as asset, amount::text as amount_units, at',
      by: 'customer_id',
      order: 'deposit_id',
    },
    'wallet.conversion_quotes': {
      columns: 'id, amount::text as amount_units, received::text as received_units, at, ends_at',
      by: 'customer_id',
      order: 'id',
    },
    'wallet.conversions': {
      columns: `id, order_no, (select name from ledger.assets a where a.id = from_asset) as from_asset,
        (select name from ledger.assets a where a.id = to_asset) as to_asset, amount::text as amount_units, fee::text as fee_units,
        received::text as received_units, price, ticks, entry::text, accepted_at, done_at`,
      by: 'customer_id',
      order: 'id',
    },
    'wallet.addresses_in': { columns: 'chain, address, given_at', by: 'customer_id', order: 'chain' },
    'wallet.fund_passwords': {
      columns: 'set_at, changed_at, wrong_in_row, wrong_at, locked_until',
      by: 'customer_id',
      order: 'customer_id',
    },
    'wallet.fund_resets': {
      columns:
        'id, file_id, number, identification_id, asked_at, due_at, status, reason_code, decided_at, picture_erased_at',
      by: 'customer_id',
      order: 'asked_at',
    },
    'wallet.withdrawal_limits': {
      columns: 'most::text as most_usdt_units, set_at',
      by: 'customer_id',
      order: 'set_at',
    },
    'wallet.address_books': { columns: 'closed, opens_at', by: 'customer_id', order: 'customer_id' },
    'wallet.addresses': {
      columns: 'id, coin, network, address, memo, label, status, created_at, active_at, deleted_at, last_used_at',
      by: 'customer_id',
      order: 'id',
    },
    'wallet.withdrawal_quotes': {
      columns: 'id, method, address_id, amount::text as amount_units, fee::text as fee_units, ends_at',
      by: 'customer_id',
      order: 'id',
    },
    'wallet.withdrawals': {
      columns:
        "id, order_no, method, coin, network, address, memo, amount::text as amount_units, fee::text as fee_units, net::text as net_units, requested_at, due_at, confirmed_by, status, reason_code, reason_ref, txid, completed_at, (select jsonb_agg(jsonb_build_object('step', s.step, 'at', s.at) order by s.id) from wallet.withdrawal_steps s where s.withdrawal_id = withdrawals.id) as steps",
      by: 'customer_id',
      order: 'id',
    },
  })
