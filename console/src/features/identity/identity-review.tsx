import { decideIdentification, proposeKyc, type PictureName } from '@evenhand/protocol/identification-console.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Chip } from '@evenhand/ui/chip.tsx'
import { FieldError } from '@evenhand/ui/field.tsx'
import { useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CaseFrame } from '../../case/case-frame.tsx'
import { useProblemText } from '../../lib/problem-text.ts'
import { useMay } from '../../lib/session.ts'
import { useCaseActions } from '../../queue/case-actions.ts'
import { DueClock } from '../../queue/due-clock.tsx'
import { Decisions, type DialogName } from './decisions.tsx'
import { FieldList } from './field-list.tsx'
import type { CaseView } from './identity-case.tsx'
import { IdentityStatusChip } from './identity-words.tsx'
import { OtherForms } from './other-forms.tsx'
import { Pictures } from './pictures.tsx'
import { ProposalPart } from './proposal-part.tsx'
import { Screening } from './screening.tsx'
import { useChecks } from './use-checks.ts'

type ReviewProps = { view: CaseView; onView: (view: CaseView) => void; onClose: () => void }

/** The person beside the pictures: each field is confirmed, or has its reason. */
export function IdentityReview({ view, onView, onClose }: ReviewProps) {
  const t = useTranslations('identity')
  const may = useMay()
  const { seen } = view
  const checks = useChecks(view)
  const text = useProblemText()
  const [dialog, setDialog] = useState<DialogName>()
  const [opened, setOpened] = useState<readonly PictureName[]>([])
  const { reasons } = checks
  const decides = seen.status === 'PENDING_REVIEW' && seen.proposal === null && may(decideIdentification)
  const appeals =
    (seen.status === 'REJECTED_FINAL' || seen.status === 'RESUBMIT') && seen.proposal === null && may(proposeKyc)
  // No customer is verified by a reviewer who has not opened every picture.
  const allOpened = seen.pictures.every((which) => opened.includes(which))
  const verify = useCallback(() => setDialog('verify'), [])
  const sendBack = useCallback(() => setDialog('sendBack'), [])
  const ready = allOpened && checks.complete
  useCaseActions({ approve: decides && ready ? verify : undefined, reject: decides ? sendBack : undefined })
  return (
    <CaseFrame
      title={<bdi>{seen.username}</bdi>}
      marks={<Marks seen={seen} />}
      legalHold={seen.legalHold}
      onClose={onClose}
      actions={
        (decides || appeals) && (
          <>
            {decides && (
              <>
                <p id="until-verified" className="w-full text-13 text-fg2">
                  {allOpened
                    ? t('progress', { confirmed: checks.confirmed, fields: checks.fields.length })
                    : t('openFirst')}
                </p>
                <Button disabled={!ready} aria-describedby={ready ? undefined : 'until-verified'} onClick={verify}>
                  {t('verify')}
                </Button>
                <Button variant="secondary" onClick={sendBack}>
                  {t('sendBack', { count: reasons.length })}
                </Button>
                <Button variant="quiet" onClick={() => setDialog('end')}>
                  {t('end')}
                </Button>
                <div role="alert" className="w-full">
                  {checks.error && <FieldError>{text(checks.error)}</FieldError>}
                </div>
              </>
            )}
            {appeals && <Button onClick={() => setDialog('appeal')}>{t('appeal')}</Button>}
          </>
        )
      }
    >
      {seen.proposal && <ProposalPart view={view} proposal={seen.proposal} onView={onView} />}
      <Pictures
        view={view}
        checks={checks}
        decides={decides}
        opened={opened}
        onOpened={(which) => setOpened((before) => [...before, which])}
      />
      <FieldList stated={seen.stated} checks={checks} decides={decides} />
      <Screening seen={seen} />
      <OtherForms seen={seen} />
      <Decisions view={view} reasons={reasons} dialog={dialog} onView={onView} onClose={() => setDialog(undefined)} />
    </CaseFrame>
  )
}

function Marks({ seen: { status, dueAt, duplicates } }: { seen: CaseView['seen'] }) {
  const t = useTranslations('identity')
  return (
    <>
      <IdentityStatusChip status={status} />
      {status === 'PENDING_REVIEW' && <DueClock dueAt={dueAt} />}
      {duplicates > 0 && (
        <Chip variant="danger" icon="warning">
          {t('duplicates', { count: duplicates })}
        </Chip>
      )}
    </>
  )
}
