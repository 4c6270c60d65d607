import { identityDecision } from '@evenhand/proofs/approval-payloads.ts'
import { decideKycProposal, type KycProposal } from '@evenhand/protocol/identification-console.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Banner } from '@evenhand/ui/states.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApprovalDialog } from '../../approval/approval-dialog.tsx'
import { DecisionDialog } from '../../case/decision-dialog.tsx'
import { Part } from '../../case/facts.tsx'
import { call } from '../../lib/call.ts'
import { useMay, useOperator } from '../../lib/session.ts'
import { When } from '../../lib/when.tsx'
import type { CaseView } from './identity-case.tsx'
import { AboutPerson } from './identity-words.tsx'
import { useRenewed } from './use-renewed.ts'

type ProposalPartProps = { view: CaseView; proposal: KycProposal; onView: (view: CaseView) => void }

/** What one operator has requested about this person, and the second one's word. */
export function ProposalPart({ view, proposal, onView }: ProposalPartProps) {
  const t = useTranslations('identity')
  const may = useMay()
  const me = useOperator()?.operator.id
  const renewed = useRenewed(view, onView)
  const [dialog, setDialog] = useState<'APPROVED' | 'REJECTED'>()
  const isOwn = proposal.proposerId === me
  const close = () => setDialog(undefined)
  return (
    <Part title={t(`proposed.${proposal.kind}`)}>
      <p className="text-13">
        {proposal.code && <span className="font-600">{t(`reason.${proposal.code}`)} · </span>}
        <bdi>{proposal.reason}</bdi>
      </p>
      <p className="mt-1 mb-3 text-12 text-fg2">
        {proposal.provider && <bdi>{proposal.provider} · </bdi>}
        <When ms={proposal.proposedAt} seconds />
      </p>
      {isOwn && <Banner variant="info">{t('ownProposal')}</Banner>}
      {!isOwn && may(decideKycProposal) && (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setDialog('APPROVED')}>{t('approve')}</Button>
          <Button variant="secondary" onClick={() => setDialog('REJECTED')}>
            {t('rejectProposal')}
          </Button>
        </div>
      )}
      {dialog === 'APPROVED' && (
        <ApprovalDialog
          title={t('approve')}
          effect={
            <>
              <AboutPerson seen={view.seen} />
              {t(`effect.${proposal.kind}`)}
            </>
          }
          payload={() => identityDecision(proposal, view.seen.stated)}
          button={t('sign')}
          submit={({ reason, assertion }) =>
            renewed(call(decideKycProposal, { id: proposal.id, outcome: 'APPROVED', reason, assertion }))
          }
          onClose={close}
        />
      )}
      {dialog === 'REJECTED' && (
        <DecisionDialog
          title={t('rejectProposal')}
          effect={
            <>
              <AboutPerson seen={view.seen} />
              {t('effect.rejectProposal')}
            </>
          }
          button={t('rejectProposal')}
          about="correct"
          submit={(reason) => renewed(call(decideKycProposal, { id: proposal.id, outcome: 'REJECTED', reason }))}
          onClose={close}
        />
      )}
    </Part>
  )
}
