import { approveParams, readParams, rejectParams } from '@evenhand/protocol/operator-requests.ts'
import { lazy } from 'react'
import { screen, type Feature } from '../../lib/feature.ts'
import { code, text } from '../../lib/sentence-values.ts'
import { requestTabSearch } from '../../requests/request-search.ts'
import { capsKey } from './caps-of.ts'

/** Terms and caps by which the product runs. */
export const parameters = {
  screens: [
    screen({
      path: '/parameters',
      title: 'parameters.title',
      group: 'risk',
      icon: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.500v5M9 14.500v5',
      needs: [readParams],
      search: requestTabSearch,
      load: async () => (await import('./parameters-screen.tsx')).ParametersScreen,
    }),
  ],
  requests: {
    params: {
      approve: approveParams,
      reject: rejectParams,
      to: '/parameters',
      tab: 'requests',
      line: ({ key, version }) => ({
        key: `parameters.line.${capsKey(key) ?? (key === 'contracts' || key === 'resale' ? key : 'terms')}`,
        values: { version: text(version) },
      }),
      effect: () => ({ key: 'requests.effect.params', values: {} }),
      Change: lazy(async () => ({ default: (await import('./parameter-change.tsx')).ParameterChange })),
    },
  },
  sentences: {
    params: ({ key, version }) => ({
      key: key === 'options' ? 'parameters.sentence.terms' : 'parameters.sentence.other',
      values: { name: code(key, `parameters.name.${key}`), version: text(version) },
    }),
  },
} as const satisfies Feature
