import { depositQueue } from '@evenhand/protocol/deposits-console.ts'
import { depositStatuses } from '@evenhand/protocol/states.ts'
import { screen, type Feature, type Sentence, type Signed } from '../../lib/feature.ts'
import { oneOf, tableSearch } from '../../lib/search.ts'
import { about, amount, text } from '../../lib/sentence-values.ts'
import { caseSearch } from '../../queue/case-search.ts'

/** Money that comes in, and what finance approves of it. */
export const deposits = {
  screens: [
    screen({
      path: '/deposits',
      title: 'deposits.title',
      group: 'queues',
      icon: 'M12 4v12M7 11l5 5 5-5M4 20h16',
      needs: [depositQueue],
      search: { ...tableSearch, ...caseSearch, status: oneOf(['WAITING', 'ALL', ...depositStatuses]) },
      load: async () => (await import('./deposit-queue.tsx')).DepositQueue,
    }),
  ],
  queues: { deposits: { title: 'deposits.title', at: { to: '/deposits', search: {} } } },
  found: {
    deposit: { title: 'deposits.found', target: ({ id }) => ({ to: '/deposits', search: { id, status: 'ALL' } }) },
  },
  sentences: {
    'deposit.credit': credit,
    'deposit.return': ({ customer, reference }) => ({
      key: 'deposits.sentence.return',
      ...about(customer),
      values: { reference: text(reference) },
    }),
  },
} as const satisfies Feature

function credit({ customer, coin, amount: credited, claimed, creditedBefore }: Signed): Sentence {
  const values = {
    amount: amount(credited, coin),
    claimed: amount(claimed, coin),
    before: amount(creditedBefore, coin),
  }
  const key =
    creditedBefore !== undefined
      ? 'deposits.sentence.creditMore'
      : claimed === undefined
        ? 'deposits.sentence.credit'
        : claimed === credited
          ? 'deposits.sentence.creditClaimed'
          : 'deposits.sentence.creditOther'
  return { key, ...about(customer), values }
}
