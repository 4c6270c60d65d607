import {
  viewIdentification,
  type QueuedIdentification,
  type ViewedIdentification,
} from '@evenhand/protocol/identification-console.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { FieldError } from '@evenhand/ui/field.tsx'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { CaseFrame } from '../../case/case-frame.tsx'
import { Facts, Part } from '../../case/facts.tsx'
import { isReason, ReasonField } from '../../case/reason-field.tsx'
import { usePreparedView } from '../../case/use-prepared-view.ts'
import { call } from '../../lib/call.ts'
import { KeyForm } from '../../lib/key-form.tsx'
import { useProblemText } from '../../lib/problem-text.ts'
import { useMay } from '../../lib/session.ts'
import { When } from '../../lib/when.tsx'
import { DueClock } from '../../queue/due-clock.tsx'
import type { CaseProps } from '../../queue/queue-screen.tsx'
import { IdentityReview } from './identity-review.tsx'
import { IdentityStatusChip } from './identity-words.tsx'

export type CaseView = { readonly seen: ViewedIdentification; readonly reason: string }

/** One identification: first the reason to open it, then the person. An operator who may not open it sees the queue's row alone. */
export function IdentityCase({ id, row, onClose }: CaseProps<QueuedIdentification>) {
  const t = useTranslations('identity')
  const may = useMay()
  const [view, setView] = useState<CaseView>()
  if (view) return <IdentityReview view={view} onView={setView} onClose={onClose} />
  return (
    <CaseFrame
      title={<bdi>{row?.username ?? t('title')}</bdi>}
      legalHold={row?.legalHold}
      marks={
        row && (
          <>
            <IdentityStatusChip status={row.status} />
            {row.status === 'PENDING_REVIEW' && <DueClock dueAt={row.dueAt} />}
          </>
        )
      }
      onClose={onClose}
    >
      {row && (
        <Part title={t('part.queued')}>
          <Facts
            items={[
              [t('column.docType'), t(`docType.${row.docType}`)],
              [t('column.country'), row.country],
              [t('column.attempt'), String(row.attempt)],
              [t('column.submittedAt'), <When key="at" ms={row.submittedAt} seconds />],
              [t('decidedAt'), row.decidedAt !== null && <When ms={row.decidedAt} seconds />],
            ]}
          />
        </Part>
      )}
      <Part title={t('part.person')}>
        {may(viewIdentification) ? (
          <Gate id={id} onView={setView} />
        ) : (
          <p className="text-13 text-fg2">{t('closed')}</p>
        )}
      </Part>
    </CaseFrame>
  )
}

function Gate({ id, onView }: { id: string; onView: (view: CaseView) => void }) {
  const t = useTranslations('identity')
  const common = useTranslations('common')
  const text = useProblemText()
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const view = useMutation({
    meta: { handled: true },
    mutationFn: () => call(viewIdentification, { id, reason: reason.trim() }),
    onSuccess: (seen) => onView({ seen, reason: reason.trim() }),
  })
  const request = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isReason(reason)) view.mutate()
  }
  const form = useRef<HTMLFormElement>(null)
  usePreparedView({ form, on: true, reason, onReason: setReason })
  return (
    <KeyForm ref={form} onSend={request} className="flex flex-col gap-3">
      <ReasonField value={reason} onChange={setReason} tried={tried} hint={common('reason.look')} about="look" />
      {view.error && <FieldError>{text(view.error)}</FieldError>}
      <div>
        <Button type="submit" busy={view.isPending}>
          {t('look')}
        </Button>
      </div>
    </KeyForm>
  )
}
