import { requestPayload } from '@evenhand/proofs/approval.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Dialog, DialogActions } from '@evenhand/ui/dialog.tsx'
import { EmptyState } from '@evenhand/ui/states.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useCallback, useContext, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApprovalDialog } from '../approval/approval-dialog.tsx'
import { FoldedPayload, PayloadView } from '../approval/payload-view.tsx'
import { SignedSentence } from '../approval/signed-sentence.tsx'
import { CaseFrame } from '../case/case-frame.tsx'
import { CaseState } from '../case/case-state.tsx'
import { DecisionDialog } from '../case/decision-dialog.tsx'
import { CustomerLink } from '../case/customer-link.tsx'
import { Facts, Part } from '../case/facts.tsx'
import { call } from '../lib/call.ts'
import { sentenceOf, useFeatures } from '../lib/feature.ts'
import { useMay, useOperator } from '../lib/session.ts'
import { freshMs, maxRows } from '../lib/use-page.ts'
import { When } from '../lib/when.tsx'
import { useCaseActions } from '../queue/case-actions.ts'
import type { CaseProps } from '../queue/queue-screen.tsx'
import { DueClock } from '../queue/due-clock.tsx'
import { KindsContext, listOf, type RequestedChange, type RequestRoutes } from './requested-change.ts'
import { RequestStatusChip, useRequestEffect, useRequestLine } from './request-words.tsx'

/** One request: what is requested, by whom and why, and a second person's word on it. */
export function RequestCase({ id, onClose }: CaseProps<RequestedChange>) {
  const t = useTranslations('requests')
  const features = useFeatures()
  const [list, filter] = listOf(features, useContext(KindsContext), { all: 'true', page: 1, size: maxRows })
  const query = useQuery({
    queryKey: [list.path, 'one', filter.kinds, id],
    queryFn: async ({ signal }) => {
      const { rows } = await call(list, filter, signal)
      return rows.find((request) => request.id === id) ?? null
    },
    refetchInterval: freshMs,
  })
  if (query.data === undefined) return <CaseState query={query} onClose={onClose} />
  if (query.data === null)
    return (
      <CaseFrame title={t('gone')} marks={null} onClose={onClose}>
        <EmptyState title={t('gone')} />
      </CaseFrame>
    )
  return <Case request={query.data} onClose={onClose} />
}

function Case({ request, onClose }: { request: RequestedChange; onClose: () => void }) {
  const t = useTranslations('requests')
  const approval = useTranslations('approval')
  const may = useMay()
  const me = useOperator()?.operator.name
  const line = useRequestLine()
  const [dialog, setDialog] = useState<'approve' | 'reject'>()
  const spec = useFeatures().requests.get(request.kind)
  const { customerId } = request.values
  const isOwn = request.proposedBy === me
  const waits = request.status === 'PROPOSED'
  const rejects = waits && spec !== undefined && may(spec.reject)
  // The second to sign has read what the first one filed; the server refuses it otherwise.
  const unread = request.mayDecide && request.documentOpened === false
  const approves = request.mayDecide && !unread
  const approve = useCallback(() => setDialog('approve'), [])
  const reject = useCallback(() => setDialog('reject'), [])
  useCaseActions({ approve: approves ? approve : undefined, reject: rejects ? reject : undefined })
  return (
    <CaseFrame
      title={line(request)}
      onClose={onClose}
      legalHold={request.legalHold}
      marks={
        <>
          <RequestStatusChip status={request.status} />
          {waits && <DueClock dueAt={request.endsAt} />}
        </>
      }
      actions={
        (request.mayDecide || rejects) && (
          <>
            {isOwn && <p className="w-full text-13 text-fg2">{t('ownCase')}</p>}
            {request.mayDecide && <ApproveButton unread={unread} onPress={approve} />}
            <Button variant="secondary" onClick={reject}>
              {isOwn ? t('takeBack') : t('reject')}
            </Button>
          </>
        )
      }
    >
      {(waits || request.status === 'SCHEDULED') && <Change request={request} />}
      <Part title={t('part.asked')}>
        <Payload request={request} isFolded={spec?.Change !== undefined} />
      </Part>
      <Part title={t('part.course')}>
        <Facts
          items={[
            [approval('field.customer'), customerId !== undefined && <CustomerLink id={customerId} />],
            [t('column.proposedBy'), <bdi key="by">{request.proposedBy}</bdi>],
            [t('column.reason'), <bdi key="reason">{request.reason}</bdi>],
            [t('column.proposedAt'), <When key="at" ms={request.proposedAt} seconds />],
            [t('column.decidedBy'), request.decidedBy && <bdi>{request.decidedBy}</bdi>],
            [t('decidedAt'), request.decidedAt && <When ms={request.decidedAt} seconds />],
            [t('decisionReason'), request.decisionReason && <bdi>{request.decisionReason}</bdi>],
            [t('column.appliesAt'), request.appliesAt && <When ms={request.appliesAt} seconds />],
            [t('appliedAt'), request.appliedAt && <When ms={request.appliedAt} seconds />],
          ]}
        />
      </Part>
      <Attachment request={request} />
      {spec && (
        <Decision request={request} routes={spec} dialog={dialog} own={isOwn} onClose={() => setDialog(undefined)} />
      )}
    </CaseFrame>
  )
}

/** The way to the second signature; off while its document was not opened. */
function ApproveButton({ unread, onPress }: { unread: boolean; onPress: () => void }) {
  const t = useTranslations('requests')
  return (
    <>
      {unread && (
        <p id="read-first" className="w-full text-13 text-fg2">
          {t('readFirst')}
        </p>
      )}
      <Button onClick={onPress} disabled={unread} aria-describedby={unread ? 'read-first' : undefined}>
        {t('approve')}
      </Button>
    </>
  )
}

/** What is signed, in words and under them as it is signed; folded where its change stands in a table instead. */
function Payload({ request, isFolded }: { request: RequestedChange; isFolded: boolean }) {
  const payload = requestPayload(request, 'approve')
  const sentence = sentenceOf(useFeatures(), payload)
  return (
    <div className="flex flex-col gap-2.5">
      {sentence && <SignedSentence sentence={sentence} />}
      {isFolded ? <FoldedPayload payload={payload} /> : <PayloadView payload={payload} />}
    </div>
  )
}

/** What the request changes of what is in force, where its kind describes it. */
function Change({ request: { kind, values } }: { request: RequestedChange }) {
  const Own = useFeatures().requests.get(kind)?.Change
  return (
    Own && (
      <Suspense>
        <Own values={values} isCase />
      </Suspense>
    )
  )
}

/** What its kind shows of it besides. */
function Attachment({ request }: { request: RequestedChange }) {
  const Own = useFeatures().requests.get(request.kind)?.Attachment
  return (
    Own && (
      <Suspense>
        <Own request={request} />
      </Suspense>
    )
  )
}

type DecisionProps = {
  request: RequestedChange
  routes: RequestRoutes
  dialog: 'approve' | 'reject' | undefined
  own: boolean
  onClose: () => void
}

function Decision({ request, routes, dialog, own, onClose }: DecisionProps) {
  const t = useTranslations('requests')
  const queries = useQueryClient()
  const effect = useRequestEffect()
  const me = useOperator()?.operator.name
  const renewed = <T,>(done: Promise<T>) => done.finally(() => queries.invalidateQueries())
  const isOver = request.status !== 'PROPOSED' && request.decidedBy !== me
  if (dialog !== undefined && isOver) return <Over request={request} onClose={onClose} />
  if (dialog === 'approve')
    return (
      <ApprovalDialog
        title={t('approveTitle')}
        effect={effect(request)}
        payload={() => requestPayload(request, 'approve')}
        button={t('sign')}
        submit={(response) => renewed(call(routes.approve, { id: request.id, ...response }))}
        onClose={onClose}
      />
    )
  if (dialog === 'reject')
    return (
      <DecisionDialog
        title={own ? t('takeBackTitle') : t('rejectTitle')}
        effect={t('effect.rejects')}
        button={own ? t('takeBack') : t('reject')}
        about={request.values['tell'] === 'false' ? 'silent' : 'refuse'}
        submit={(reason) => renewed(call(routes.reject, { id: request.id, reason }))}
        onClose={onClose}
      />
    )
  return null
}

/** Another operator was faster, or its time ran out, while this one was still reading. */
function Over({ request: { decidedBy, status }, onClose }: { request: RequestedChange; onClose: () => void }) {
  const t = useTranslations('requests')
  const common = useTranslations('common')
  return (
    <Dialog open onClose={onClose} title={t('over.title')} closeLabel={common('close')}>
      <p className="mb-4 text-fg2">
        {decidedBy === null
          ? t('over.ended', { status: t(`status.${status}`) })
          : t('over.decided', { name: `\u2068${decidedBy}\u2069`, status: t(`status.${status}`) })}
      </p>
      <DialogActions>
        <Button onClick={onClose}>{common('close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
