import { sql } from '../../kernel/db/db.ts'
import { paramsOf, tableSource, type TimelineSource } from '../../kernel/module/timeline.ts'
import type { AddressesDb } from './addresses.store.ts'

/** The addresses that a customer wrote down, in the timeline; as the role `console`. */
export const addressTimeline = (db: AddressesDb): TimelineSource =>
  tableSource<{ coin: string; network: string; address: string; label: string; status: string }>(db, {
    from: sql`wallet.addresses t`,
    where: ({ customerId }) => sql`t.customer_id = ${customerId}`,
    at: sql`t.created_at`,
    columns: sql`t.coin, t.network, t.address, t.label, t.status`,
    view: ({ coin, network, address, label, status }) => ({
      params: paramsOf({ coin, network, status }),
      personal: { address, label },
    }),
  })
