import { consoleCharities, consoleCollectibles } from '@evenhand/protocol/collectibles-console.ts'
import { collectibleStatuses } from '@evenhand/protocol/states.ts'
import { screen, type Feature, type Sentence, type Signed } from '../../lib/feature.ts'
import { oneOf } from '../../lib/search.ts'
import { amount, text } from '../../lib/sentence-values.ts'
import { shortened } from '../../case/copyable.tsx'

/** Charity collectibles: what is offered, and the charities that every price is paid to. */
export const collectibles = {
  screens: [
    screen({
      path: '/charities',
      title: 'collectibles.charities.title',
      group: 'queues',
      icon: 'M12 20s-7-4.500-9-9c-1.500-3.500.5-6.500 3.500-6.500 2.500 0 4 1.500 5.500 3.500 1.500-2 3-3.500 5.500-3.500 3 0 5 3 3.500 6.500-2 4.500-9 9-9 9Z',
      needs: [consoleCharities],
      search: {},
      load: async () => (await import('./charities-screen.tsx')).CharitiesScreen,
    }),
    screen({
      path: '/nfts',
      title: 'collectibles.title',
      group: 'money',
      icon: 'M4 5h16v14H4ZM4 16l5-5 4 4 3-3 4 4M15 9h.01',
      needs: [consoleCollectibles],
      search: { status: oneOf(collectibleStatuses) },
      load: async () => (await import('./collectibles-screen.tsx')).CollectiblesScreen,
    }),
  ],
  queues: { charityPayouts: { title: 'collectibles.queue', at: { to: '/charities', search: {} } } },
  sentences: { 'charity.payout.prepare': prepared, 'charity.payout.confirm': confirmed },
} as const satisfies Feature

function prepared({ amount: paid, destination }: Signed): Sentence {
  return {
    key: 'collectibles.sentence.prepare',
    values: { amount: amount(paid, 'USDT'), destination: text(destination) },
  }
}

function confirmed({ amount: paid, destination, reference, receiptNo, receiptHash = '' }: Signed): Sentence {
  return {
    key: 'collectibles.sentence.confirm',
    values: {
      amount: amount(paid, 'USDT'),
      destination: text(destination),
      reference: text(reference),
      receipt: text(receiptNo),
      hash: text(shortened(receiptHash, 8)),
    },
  }
}
