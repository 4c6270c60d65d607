import { decideInvite, inviteQueue, viewInvite, type SeenInvite } from '@evenhand/protocol/invites-console.ts'
import { serviceLevels } from '@evenhand/protocol/operator-result.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CaseFrame } from '../../case/case-frame.tsx'
import { CaseState } from '../../case/case-state.tsx'
import { DecisionDialog } from '../../case/decision-dialog.tsx'
import { call } from '../../lib/call.ts'
import { useMay } from '../../lib/session.ts'
import { useCaseActions } from '../../queue/case-actions.ts'
import { DueClock } from '../../queue/due-clock.tsx'
import { InviteParts } from './invite-parts.tsx'
import { InviteStatusChip } from './invite-words.tsx'

/** One pair of customers. Opening it is an access that is logged, so it is read once and not polled. */
export function InviteCase({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery({
    queryKey: [viewInvite.path, id],
    queryFn: ({ signal }) => call(viewInvite, { id }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!query.data) return <CaseState query={query} onClose={onClose} />
  return <Case seen={query.data} onClose={onClose} />
}

const decisions = { release: 'RELEASED', refuse: 'REFUSED' } as const
type Choice = keyof typeof decisions

function Case({ seen, onClose }: { seen: SeenInvite; onClose: () => void }) {
  const t = useTranslations('invites')
  const may = useMay()
  const queries = useQueryClient()
  const [choice, setChoice] = useState<Choice>()
  const { id, status, dueAt, username } = seen
  const decides = status === 'OPEN' && may(decideInvite)
  const release = useCallback(() => setChoice('release'), [])
  const refuse = useCallback(() => setChoice('refuse'), [])
  useCaseActions({ approve: decides ? release : undefined, reject: decides ? refuse : undefined })
  const decide = async (decision: (typeof decisions)[Choice], reason: string) => {
    try {
      queries.setQueryData([viewInvite.path, id], await call(decideInvite, { id, decision, reason }))
    } catch (problem) {
      // Another operator was first: the status stored now counts.
      void queries.invalidateQueries({ queryKey: [viewInvite.path, id] })
      throw problem
    } finally {
      for (const { path } of [inviteQueue, serviceLevels]) void queries.invalidateQueries({ queryKey: [path] })
    }
  }
  return (
    <CaseFrame
      title={t('case', { name: username })}
      onClose={onClose}
      legalHold={seen.legalHold}
      marks={
        <>
          <InviteStatusChip status={status} />
          {status === 'OPEN' && <DueClock dueAt={dueAt} />}
        </>
      }
      actions={
        decides && (
          <>
            <Button onClick={release}>{t('release')}</Button>
            <Button variant="secondary" onClick={refuse}>
              {t('refuse')}
            </Button>
          </>
        )
      }
    >
      <InviteParts seen={seen} />
      {choice && (
        <DecisionDialog
          title={t(`ask.${choice}`, { name: username })}
          effect={t(`effect.${choice}`)}
          button={t(`button.${choice}`)}
          danger={choice === 'refuse'}
          submit={(reason) => decide(decisions[choice], reason)}
          onClose={() => setChoice(undefined)}
        />
      )}
    </CaseFrame>
  )
}
