import {
  answerComplaint,
  complaintQueue,
  takeComplaint,
  viewComplaint,
  type SeenComplaint,
} from '@evenhand/protocol/complaints-console.ts'
import { serviceLevels } from '@evenhand/protocol/operator-result.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { FieldError } from '@evenhand/ui/field.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CaseFrame } from '../../case/case-frame.tsx'
import { CaseState } from '../../case/case-state.tsx'
import { call } from '../../lib/call.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { useMay } from '../../lib/session.ts'
import { useCaseActions } from '../../queue/case-actions.ts'
import { DueClock } from '../../queue/due-clock.tsx'
import { AnswerDialog } from './answer-dialog.tsx'
import { ComplaintParts } from './complaint-parts.tsx'
import { ComplaintStatusChip, isWaiting } from './complaint-words.tsx'

/** One complaint. Opening it is an access that is logged, so it is read once and not polled. */
export function ComplaintCase({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery({
    queryKey: [viewComplaint.path, id],
    queryFn: ({ signal }) => call(viewComplaint, { id }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!query.data) return <CaseState query={query} onClose={onClose} />
  return <Case seen={query.data} onClose={onClose} />
}

function Case({ seen, onClose }: { seen: SeenComplaint; onClose: () => void }) {
  const t = useTranslations('complaints')
  const text = useProblemText()
  const may = useMay()
  const queries = useQueryClient()
  const [answering, setAnswering] = useState(false)
  const { id, no, status, dueAt, ownPart } = seen
  const settle = async (run: Promise<SeenComplaint>) => {
    try {
      queries.setQueryData([viewComplaint.path, id], await run)
    } catch (problem) {
      // Another operator was first: the status stored now counts.
      void queries.invalidateQueries({ queryKey: [viewComplaint.path, id] })
      throw problem
    } finally {
      for (const { path } of [complaintQueue, serviceLevels]) void queries.invalidateQueries({ queryKey: [path] })
    }
  }
  const take = useMutation({
    meta: { handled: true },
    mutationFn: () => settle(call(takeComplaint, { id })),
    onSuccess: () => toast(t('status.INVESTIGATING'), 'good'),
  })
  const mayTake = status === 'RECEIVED' && may(takeComplaint)
  const mayAnswer = status === 'INVESTIGATING' && may(answerComplaint) && !ownPart
  const answer = useCallback(() => setAnswering(true), [])
  const begin = take.mutate
  const taking = useCallback(() => begin(), [begin])
  useCaseActions({ approve: mayTake ? taking : mayAnswer ? answer : undefined, reject: undefined })
  return (
    <CaseFrame
      title={t('case', { no })}
      onClose={onClose}
      legalHold={seen.legalHold}
      marks={
        <>
          <ComplaintStatusChip status={status} />
          {isWaiting(status) && <DueClock dueAt={dueAt} />}
        </>
      }
      actions={
        (mayTake || mayAnswer || (ownPart && isWaiting(status))) && (
          <>
            {mayTake && (
              <Button busy={take.isPending} onClick={taking}>
                {t('take')}
              </Button>
            )}
            {mayAnswer && <Button onClick={answer}>{t('answer')}</Button>}
            {ownPart && isWaiting(status) && <p className="w-full text-13 text-fg2">{t('ownPart')}</p>}
            <div role="alert" className="w-full empty:hidden">
              {take.error && <FieldError>{text(take.error)}</FieldError>}
            </div>
          </>
        )
      }
    >
      <ComplaintParts seen={seen} />
      {answering && (
        <AnswerDialog
          no={no}
          submit={(input) => settle(call(answerComplaint, { id, ...input }))}
          onClose={() => setAnswering(false)}
        />
      )}
    </CaseFrame>
  )
}
