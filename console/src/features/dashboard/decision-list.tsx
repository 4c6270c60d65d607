import type { KycProposal } from '@evenhand/protocol/identification-console.ts'
import { hrefOf, Link } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { useFeatures } from '../../lib/feature.ts'
import { languageOf } from '../../lib/settings.ts'
import { When } from '../../lib/when.tsx'
import { DueClock } from '../../queue/due-clock.tsx'
import type { RequestedChange } from '../../requests/requested-change.ts'
import type { WaitingText } from './use-waiting-texts.ts'
import { pathOfRequest } from '../../requests/path-of-request.ts'
import { useRequestLine } from '../../requests/request-words.tsx'

const rowClasses = 'border-b border-line last:border-b-0'
const linkClasses = 'flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-fg no-underline hover:bg-sunken'

/** What others have requested and this operator may decide, each with the way to it. */
export function DecisionList({
  requests,
  identities,
  texts,
}: {
  requests: readonly RequestedChange[]
  identities: readonly KycProposal[]
  texts: readonly WaitingText[]
}) {
  const t = useTranslations('dashboard')
  const content = useTranslations('content')
  const identity = useTranslations('identity')
  const line = useRequestLine()
  const features = useFeatures()
  return (
    <ul>
      {requests.map((request) => {
        return (
          <li key={request.id} className={rowClasses}>
            <Link href={hrefOf(pathOfRequest(features, request.kind, request.id))} className={linkClasses}>
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
        <li key={id} className={rowClasses}>
          <Link
            to="/identity"
            search={{ id: identificationId, ...(kind === 'APPEAL' && { status: 'REJECTED_FINAL' as const }) }}
            className={linkClasses}
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
      {texts.map(({ slug, lang, kind, title }) => (
        <li key={`${slug} ${lang}`} className={rowClasses}>
          <Link to="/content" search={{ tab: kind, slug, lang }} className={linkClasses}>
            <span className="font-600 text-accent-text">
              {content('title')} · <bdi>{title}</bdi> · {languageOf(lang).name}
            </span>
            <span className="ms-auto text-13 text-fg2">{content('state.review')}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
