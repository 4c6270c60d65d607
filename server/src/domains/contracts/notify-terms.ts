import type { Clock } from '../../kernel/time/clock.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import { notifyVersions, type NotifyVersionsParams } from '../notices/index.ts'
import type { DecidedContractTerms } from './terms-book.ts'

export type NotifyContractTermsDeps = {
  clock: Clock
  notices: NotifyVersionsParams<DecidedContractTerms>['notices']
  db: Db<'contracts'>
  decided: () => Promise<readonly DecidedContractTerms[]>
}

type Page = { after: bigint; limit: number }

/**
 * Accounts that have ever requested a contract, after a number and in their order, and whether one of theirs is open or
 * pending. Each is found from the one before it by the first column of the keys, however many contracts it has.
 */
async function contractTraders(db: Db<'contracts'>, { after, limit }: Page) {
  const { rows } = await sql<{ accountId: bigint; open: boolean }>`
    with recursive traders(id) as (
      select ${after}::bigint
      union all
      select least((select account_id from contracts.positions where account_id > traders.id order by 1 limit 1),
        (select account_id from contracts.orders where account_id > traders.id order by 1 limit 1),
        (select account_id from contracts.history where account_id > traders.id order by 1 limit 1))
      from traders where traders.id is not null)
    select traders.id as "accountId", exists (select from contracts.positions where account_id = traders.id)
      or exists (select from contracts.orders where account_id = traders.id) as open
    from traders where traders.id > ${after} limit ${limit}`.execute(db)
  return rows
}

/** Notifies every customer who has traded contracts of decided terms that do not hold yet; by mail too, where one is open. */
export const notifyContractTerms = ({ clock, notices, db, decided }: NotifyContractTermsDeps) =>
  notifyVersions({
    clock,
    notices,
    key: 'contracts',
    job: 'notify of contract terms',
    decided,
    customers: (page) => contractTraders(db, page),
    notice: ({ version, appliesAt }, _before, { accountId, ref, open }) => ({
      accountId,
      ref,
      template: 'contract.terms',
      params: { version, at: appliesAt, open: open ? 'yes' : 'no' },
    }),
  })
