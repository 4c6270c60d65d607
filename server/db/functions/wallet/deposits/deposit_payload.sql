-- What is signed of a deposit (`proofs/src/approval-payloads.ts`), as the hash of the whole of it.
create or replace function wallet.deposit_payload(p_act text, p_deposit wallet.deposits, p_revision bigint, p_names text[], p_values text[])
returns bytea language sql stable set search_path = '' as $$
  select operators.payload_hash(p_act, 'deposit:' || p_deposit.id,
    array['customer', 'coin', 'network', 'txHash', 'round', 'revision', 'claimed'] || p_names,
    array[p_deposit.customer_id::text, ledger.asset_name(p_deposit.asset), p_deposit.network, p_deposit.tx_hash, p_deposit.round::text, p_revision::text,
      wallet.money_text(p_deposit.asset, p_deposit.amount)] || p_values)
$$;
