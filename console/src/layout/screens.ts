import { complaintQueue } from '@evenhand/protocol/complaints-console.ts'
import { depositQueue } from '@evenhand/protocol/deposits-console.ts'
import { fundResetQueue } from '@evenhand/protocol/fund-reset-console.ts'
import { identificationQueue } from '@evenhand/protocol/identification-console.ts'
import { operatorUsers } from '@evenhand/protocol/operator-customers.ts'
import {
  auditActs,
  exploreLedger,
  feeds,
  exposure,
  reserves,
  serviceLevels,
  verifyLedger,
} from '@evenhand/protocol/operator-house.ts'
import { operatorList, proposeAdjustment, proposeLimit, readParams } from '@evenhand/protocol/operator-requests.ts'
import type { OperatorRoute } from '@evenhand/protocol/operator-route.ts'
import { operatorSessions } from '@evenhand/protocol/operators.ts'
import { withdrawalQueue } from '@evenhand/protocol/withdrawals-console.ts'
import type { Messages } from 'use-intl'

type Group = 'queues' | 'people' | 'money' | 'risk' | 'control'
type Call = Pick<OperatorRoute, 'method' | 'path'>

/** A screen of the console and the calls of which it needs one: who may make none of them does not see it. */
export type Screen = {
  readonly key: keyof Messages['common']['screen']
  readonly to: string
  readonly group: Group | undefined
  /** Stroke path on a 24 × 24 canvas. */
  readonly icon: string
  readonly needs: readonly Call[]
}

export const groups: readonly Group[] = ['queues', 'people', 'money', 'risk', 'control']

export const screens: readonly Screen[] = [
  {
    key: 'dashboard',
    to: '/',
    group: undefined,
    icon: 'M4 4h7v7H4zM13 4h7v4h-7zM13 11h7v9h-7zM4 14h7v6H4z',
    needs: [serviceLevels],
  },
  { key: 'deposits', to: '/deposits', group: 'queues', icon: 'M12 4v12M7 11l5 5 5-5M4 20h16', needs: [depositQueue] },
  {
    key: 'withdrawals',
    to: '/withdrawals',
    group: 'queues',
    icon: 'M12 16V4M7 9l5-5 5 5M4 20h16',
    needs: [withdrawalQueue],
  },
  {
    key: 'identity',
    to: '/identity',
    group: 'queues',
    icon: 'M3 5h18v14H3zM8 12.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM5 16.500c.3-1.500 1.500-2.200 3-2.200s2.700.7 3 2.200M14 10h4M14 14h4',
    needs: [identificationQueue],
  },
  {
    key: 'fundResets',
    to: '/fund-resets',
    group: 'queues',
    icon: 'M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3M12 14.500v2',
    needs: [fundResetQueue],
  },
  {
    key: 'complaints',
    to: '/complaints',
    group: 'queues',
    icon: 'M5 4h14v11h-8l-4 4v-4H5ZM12 7v3M12 12.500h.01',
    needs: [complaintQueue],
  },
  {
    key: 'customers',
    to: '/customers',
    group: 'people',
    icon: 'M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7ZM2.500 20c.7-4 3.500-5.500 6.500-5.500s5.800 1.500 6.500 5.500M16 4.500a3.500 3.500 0 0 1 0 6.500M18 14.500c2 .6 3.200 2.300 3.500 5.500',
    needs: [operatorUsers],
  },
  {
    key: 'adjustments',
    to: '/adjustments',
    group: 'money',
    icon: 'M12 3v18M5 7h14M5 7l-3 7h6ZM19 7l-3 7h6ZM8 21h8',
    needs: [proposeAdjustment, verifyLedger],
  },
  {
    key: 'reserves',
    to: '/reserves',
    group: 'money',
    icon: 'M4 5h16v14H4zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM7 19v2M17 19v2',
    needs: [reserves],
  },
  {
    key: 'ledger',
    to: '/ledger',
    group: 'money',
    icon: 'M6 3h13v18H6a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2ZM9 8h7M9 12h7M9 16h4',
    needs: [exploreLedger],
  },
  { key: 'exposure', to: '/exposure', group: 'risk', icon: 'M3 12h4l3-7 4 14 3-7h4', needs: [exposure, feeds] },
  { key: 'limits', to: '/limits', group: 'risk', icon: 'M4 20h16M7 16V9M12 16V4M17 16v-4', needs: [proposeLimit] },
  {
    key: 'parameters',
    to: '/parameters',
    group: 'risk',
    icon: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.500v5M9 14.500v5',
    needs: [readParams],
  },
  {
    key: 'operators',
    to: '/operators',
    group: 'control',
    icon: 'M15 9a4 4 0 1 1-3.500 5.900L6 20H3v-3l6.100-5.500A4 4 0 0 1 15 9ZM16 12h.01',
    needs: [operatorList],
  },
  {
    key: 'audit',
    to: '/audit',
    group: 'control',
    icon: 'M12 3l8 3v6c0 5-3.500 8-8 9.500C7.500 20 4 17 4 12V6ZM8.500 12l2.500 2.500 4.500-5',
    needs: [auditActs],
  },
  {
    key: 'sessions',
    to: '/sessions',
    group: 'control',
    icon: 'M4 5h16v11H4zM9 20h6M12 16v4',
    needs: [operatorSessions],
  },
]

/** Whether one of the calls of a screen is open to somebody. */
export const isOpen = ({ needs }: Screen, may: (call: Call) => boolean): boolean => needs.some(may)
