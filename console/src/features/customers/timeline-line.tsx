import { complaintQueue } from '@evenhand/protocol/complaints-console.ts'
import type { TimelineKind, TimelineRow } from '@evenhand/protocol/customer-timeline.ts'
import { depositQueue } from '@evenhand/protocol/deposits-console.ts'
import { identificationQueue } from '@evenhand/protocol/identification-console.ts'
import { listLegalHolds } from '@evenhand/protocol/legal-holds.ts'
import { loanQueue } from '@evenhand/protocol/loans-console.ts'
import { auditLog, exploreLedger } from '@evenhand/protocol/operator-result.ts'
import type { OperatorRoute } from '@evenhand/protocol/operator-route.ts'
import { withdrawalQueue } from '@evenhand/protocol/withdrawals-console.ts'
import { Link } from '@evenhand/ui/router.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '../../lib/session.ts'
import { When } from '../../lib/when.tsx'
import { useTimelineFacts } from './timeline-facts.tsx'

/** One line: when, what, its facts, and the way to its case. */
export function TimelineLine({ row }: { row: TimelineRow }) {
  const t = useTranslations('customers')
  const facts = useTimelineFacts()(row)
  return (
    <li className="grid grid-cols-[9.5rem_7.5rem_1fr] items-baseline gap-x-3 gap-y-0.5 py-1.5 mobile:grid-cols-[1fr_auto]">
      <span className="text-fg2">
        <When ms={row.at} seconds />
      </span>
      <span className="font-600">
        <CaseLink row={row}>{t(`timeline.kind.${row.kind}`)}</CaseLink>
      </span>
      <span className="min-w-0 break-words mobile:col-span-2">
        {facts.map((fact, at) => (
          // The facts of a line never change their order.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={at}>
            {at > 0 && ' · '}
            <bdi>{fact}</bdi>
          </span>
        ))}
      </span>
    </li>
  )
}

const linkClasses = 'text-accent-text underline-offset-2 hover:underline'

/** The screen that shows more of a kind; sign-ins, devices, addresses and notes are kept here and nowhere else. */
const screenOf: Readonly<Partial<Record<TimelineKind, Pick<OperatorRoute, 'method' | 'path'>>>> = {
  order: exploreLedger,
  contract: exploreLedger,
  plan: exploreLedger,
  conversion: exploreLedger,
  collectible: exploreLedger,
  invite: exploreLedger,
  deposit: depositQueue,
  withdrawal: withdrawalQueue,
  loan: loanQueue,
  complaint: complaintQueue,
  identity: identificationQueue,
  restriction: auditLog,
  legal: listLegalHolds,
  access: auditLog,
}

/** Where a line leads, for an operator who may open it. */
function CaseLink({ row, children }: { row: TimelineRow; children: ReactNode }) {
  const may = useMay()
  const { kind, id, params } = row
  const screen = screenOf[kind]
  if (screen === undefined || !may(screen)) return children
  const { to, search } = targetOf(kind, { id, params })
  return (
    <Link to={to} search={search} className={linkClasses}>
      {children}
    </Link>
  )
}

function targetOf(kind: TimelineKind, { id, params }: Pick<TimelineRow, 'id' | 'params'>) {
  if (kind === 'deposit') return { to: '/deposits', search: { status: 'ALL', id } } as const
  if (kind === 'withdrawal') return { to: '/withdrawals', search: { status: 'ALL', id } } as const
  if (kind === 'loan') return { to: '/loans', search: { status: 'ALL', id } } as const
  if (kind === 'complaint') return { to: '/complaints', search: { status: 'ALL', no: params['no'], id } } as const
  if (kind === 'identity')
    return { to: '/identity', search: { status: statuses.find((one) => one === params['status']), id } } as const
  // What has no screen of its own is found by the reference of its entries.
  if (screenOf[kind] === exploreLedger) return { to: '/ledger', search: { q: id } } as const
  if (kind === 'legal') return { to: '/customers', search: { tab: 'requests', show: 'all', id } } as const
  return { to: '/audit', search: { act: params['act'], id } } as const
}

const statuses = ['PENDING_REVIEW', 'VERIFIED', 'RESUBMIT', 'REJECTED_FINAL', 'EXPIRED'] as const
