import { approvePlan, listPlans, rejectPlan } from '@evenhand/protocol/plans-console.ts'
import { lazy } from 'react'
import { shortened } from '../../case/copyable.tsx'
import { screen, type Feature, type Signed } from '../../lib/feature.ts'
import { amount, count, figure, text } from '../../lib/sentence-values.ts'
import { requestTabSearch } from '../../requests/request-search.ts'

const Change = lazy(async () => ({ default: (await import('./plan-change.tsx')).PlanChange }))
const decided = { approve: approvePlan, reject: rejectPlan, to: '/plans', tab: 'requests' } as const

/** What a proposed product is: another one, or one that takes the place of another. */
const ofProduct = ({ days, dailyRate, replaces }: Signed) =>
  ({
    part: replaces === undefined ? 'create' : 'replace',
    values: { days: count(days), rate: figure(dailyRate) },
  }) as const
const ofState = ({ plan = '', state }: Signed) =>
  ({ part: state === 'RETIRED' ? 'retire' : 'open', values: { plan: text(shortened(plan, 6)) } }) as const

/** Smart trading plans: what is offered, what their reserve owes and holds, and what two propose about products. */
export const plans = {
  screens: [
    screen({
      path: '/plans',
      title: 'plans.title',
      group: 'risk',
      icon: 'M5 4v3M19 4v3M4 8h16M5 6h14a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1ZM8 13l3 3 5-5',
      needs: [listPlans],
      search: requestTabSearch,
      load: async () => (await import('./plans-screen.tsx')).PlansScreen,
    }),
  ],
  requests: {
    'plan.product': {
      ...decided,
      line(values) {
        const { part, values: shown } = ofProduct(values)
        return { key: `plans.line.${part}`, values: shown }
      },
      effect: ({ replaces }) => ({ key: `plans.effect.${replaces === undefined ? 'create' : 'replace'}`, values: {} }),
      Change,
    },
    'plan.state': {
      ...decided,
      line(values) {
        const { part, values: shown } = ofState(values)
        return { key: `plans.line.${part}`, values: shown }
      },
      effect: ({ state }) => ({ key: `plans.move.${state === 'RETIRED' ? 'RETIRED' : 'OPEN'}.effect`, values: {} }),
      Change,
    },
  },
  sentences: {
    'plan.product': (signed) => {
      const { part, values } = ofProduct(signed)
      const { min, max, capacity, board } = signed
      const all = {
        ...values,
        min: amount(min, 'USDT'),
        max: amount(max, 'USDT'),
        capacity: amount(capacity, 'USDT'),
      }
      return board === undefined
        ? { key: `plans.sentence.${part}`, values: all }
        : { key: `plans.sentence.${part}High`, values: { ...all, board: text(board) } }
    },
    'plan.state': (signed) => {
      const { part, values } = ofState(signed)
      return { key: `plans.sentence.${part}`, values }
    },
  },
} as const satisfies Feature
