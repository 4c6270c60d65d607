import type { KycProposal } from '@evenhand/protocol/identification-console.ts'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { When } from '../../lib/when.tsx'
import { DueClock } from '../../queue/due-clock.tsx'
import type { Asked, AskedKind } from '../../requests/asked.ts'
import { useRequestLine } from '../../requests/request-words.tsx'

const screenOf = {
  'role.grant': '/operators',
  'role.revoke': '/operators',
  'operator.invite': '/operators',
  'operator.end': '/operators',
  params: '/parameters',
  adjustment: '/adjustments',
  'reserve.topUp': '/reserves',
  'withdrawal.limit': '/limits',
  'customer.hold': '/customers',
  'customer.release': '/customers',
} as const satisfies Record<AskedKind, string>

const tabOf = (to: (typeof screenOf)[AskedKind]) =>
  to === '/adjustments' || to === '/limits' ? {} : { tab: 'requests' as const }

const rowLook = 'border-b border-line last:border-b-0'
const linkLook = 'flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-fg no-underline hover:bg-sunken'

/** What others have asked and this operator may decide, each with the way to it. */
export function DecisionList({
  requests,
  identities,
}: {
  requests: readonly Asked[]
  identities: readonly KycProposal[]
}) {
  const t = useTranslations('dashboard')
  const identity = useTranslations('identity')
  const line = useRequestLine()
  return (
    <ul>
      {requests.map((request) => {
        const to = screenOf[request.kind]
        return (
          <li key={request.id} className={rowLook}>
            <Link to={to} search={{ id: request.id, ...tabOf(to) }} className={linkLook}>
              <span className="font-600 text-accent-text">{line(request)}</span>
              <span className="text-13 text-fg2">{t('askedBy', { name: request.proposedBy })}</span>
              <span className="ms-auto">
                <DueClock dueAt={request.endsAt} />
              </span>
            </Link>
          </li>
        )
      })}
      {identities.map(({ id, identificationId, kind, username, proposedAt }) => (
        <li key={id} className={rowLook}>
          <Link
            to="/identity"
            search={{ id: identificationId, ...(kind === 'APPEAL' && { status: 'REJECTED_FINAL' as const }) }}
            className={linkLook}
          >
            <span className="font-600 text-accent-text">
              {identity(`proposed.${kind}`)} · <bdi>{username}</bdi>
            </span>
            <span className="ms-auto text-13 text-fg2">
              <When ms={proposedAt} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
