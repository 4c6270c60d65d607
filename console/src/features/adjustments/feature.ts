import { approveAdjustment, proposeAdjustment, rejectAdjustment } from '@evenhand/protocol/operator-adjustments.ts'
import { verifyLedger } from '@evenhand/protocol/operator-checks.ts'
import { shortened } from '../../case/copyable.tsx'
import { screen, type Feature } from '../../lib/feature.ts'
import { about, amount, code, figure, text } from '../../lib/sentence-values.ts'
import { requestSearch } from '../../requests/request-search.ts'

/** Corrections of what customers own, which two decide. */
export const adjustments = {
  screens: [
    screen({
      path: '/adjustments',
      title: 'adjustments.title',
      group: 'money',
      icon: 'M12 3v18M5 7h14M5 7l-3 7h6ZM19 7l-3 7h6ZM8 21h8',
      needs: [proposeAdjustment, verifyLedger],
      search: requestSearch,
      load: async () => (await import('./adjustments-screen.tsx')).AdjustmentsScreen,
    }),
  ],
  requests: {
    adjustment: {
      approve: approveAdjustment,
      reject: rejectAdjustment,
      to: '/adjustments',
      line: ({ amount: moved, asset, customerId = '' }) => ({
        key: 'adjustments.line',
        values: { amount: figure(moved), asset: text(asset), customer: text(shortened(customerId, 6)) },
      }),
      effect: ({ amount: moved = '' }) => ({
        key: moved.startsWith('-') ? 'requests.effect.announces' : 'requests.effect.applies',
        values: {},
      }),
    },
  },
  sentences: {
    adjustment: ({ customerId, asset, amount: moved = '', reasonCode, line }) => ({
      key: moved.startsWith('-') ? 'adjustments.sentence.take' : 'adjustments.sentence.give',
      ...about(customerId),
      values: {
        amount: amount(moved.replace(/^-/, ''), asset),
        reason: code(reasonCode, `adjustments.reason.${reasonCode}`),
        line: text(line),
      },
    }),
  },
} as const satisfies Feature
