import { decideIdentification, proposeKyc } from '@evenhand/protocol/identification-console.ts'
import {
  identificationFields,
  type IdentificationField,
  type IdentificationReason,
} from '@evenhand/protocol/identification.ts'
import type { KycReasonCode } from '@evenhand/protocol/states.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Chip } from '@evenhand/ui/chip.tsx'
import { useCallback, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CaseFrame } from '../../case/case-frame.tsx'
import { useMay } from '../../lib/session.ts'
import { useCaseActions } from '../../queue/case-actions.ts'
import { DueClock } from '../../queue/due-clock.tsx'
import { Decisions, type Asked } from './decisions.tsx'
import { FieldList } from './field-list.tsx'
import type { Look } from './identity-case.tsx'
import { IdentityStatusChip } from './identity-words.tsx'
import { OtherForms } from './other-forms.tsx'
import { Pictures } from './pictures.tsx'
import { ProposalPart } from './proposal-part.tsx'

type ReviewProps = { look: Look; onLook: (look: Look) => void; onClose: () => void }
export type Wrong = { readonly [field in IdentificationField]?: KycReasonCode | undefined }

/** The person beside the pictures: each field is right, or has its reason. */
export function IdentityReview({ look, onLook, onClose }: ReviewProps) {
  const t = useTranslations('identity')
  const may = useMay()
  const { seen } = look
  const [wrong, setWrong] = useState<Wrong>({})
  const [asked, setAsked] = useState<Asked>()
  const [opened, setOpened] = useState<readonly string[]>([])
  const reasons = useMemo(
    (): IdentificationReason[] =>
      identificationFields.flatMap((field) => (wrong[field] === undefined ? [] : [{ field, code: wrong[field] }])),
    [wrong],
  )
  const decides = seen.status === 'PENDING_REVIEW' && seen.proposal === null && may(decideIdentification)
  const appeals =
    (seen.status === 'REJECTED_FINAL' || seen.status === 'RESUBMIT') && seen.proposal === null && may(proposeKyc)
  // Nobody is verified by somebody who has not looked at every picture.
  const looked = seen.pictures.every((which) => opened.includes(which))
  const verify = useCallback(() => setAsked('verify'), [])
  const sendBack = useCallback(() => setAsked('sendBack'), [])
  useCaseActions({
    approve: decides && looked && reasons.length === 0 ? verify : undefined,
    reject: decides && reasons.length > 0 ? sendBack : undefined,
  })
  return (
    <CaseFrame
      title={<bdi>{seen.username}</bdi>}
      marks={<Marks seen={seen} />}
      onClose={onClose}
      actions={
        (decides || appeals) && (
          <>
            {decides && (
              <>
                <Button disabled={!looked || reasons.length > 0} onClick={verify}>
                  {t('verify')}
                </Button>
                <Button look="secondary" disabled={reasons.length === 0} onClick={sendBack}>
                  {t('sendBack', { count: reasons.length })}
                </Button>
                <Button look="quiet" onClick={() => setAsked('end')}>
                  {t('end')}
                </Button>
                {!looked && <p className="text-13 text-fg2">{t('openFirst')}</p>}
              </>
            )}
            {appeals && <Button onClick={() => setAsked('appeal')}>{t('appeal')}</Button>}
          </>
        )
      }
    >
      {seen.proposal && <ProposalPart look={look} proposal={seen.proposal} onLook={onLook} />}
      <Pictures
        look={look}
        wrong={wrong}
        onWrong={decides ? setWrong : undefined}
        onOpened={(which) => setOpened((before) => [...before, which])}
      />
      <FieldList stated={seen.stated} wrong={wrong} onWrong={decides ? setWrong : undefined} />
      <OtherForms seen={seen} />
      <Decisions look={look} reasons={reasons} asked={asked} onLook={onLook} onClose={() => setAsked(undefined)} />
    </CaseFrame>
  )
}

function Marks({ seen: { status, dueAt, duplicates } }: { seen: Look['seen'] }) {
  const t = useTranslations('identity')
  return (
    <>
      <IdentityStatusChip status={status} />
      {status === 'PENDING_REVIEW' && <DueClock dueAt={dueAt} />}
      {duplicates > 0 && (
        <Chip look="danger" icon="warning">
          {t('duplicates', { count: duplicates })}
        </Chip>
      )}
    </>
  )
}
