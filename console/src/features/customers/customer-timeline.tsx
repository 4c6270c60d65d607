import { revealTimeline, type TimelineKind } from '@evenhand/protocol/customer-timeline.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Banner, EmptyState, ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DecisionDialog } from '../../case/decision-dialog.tsx'
import { Part } from '../../case/facts.tsx'
import { useProblemText } from '../../lib/problem-text.ts'
import { useMay } from '../../lib/session.ts'
import { TimelineLine } from './timeline-line.tsx'
import { useTimeline, useTimelineKinds } from './use-timeline.ts'

/** All that is kept of a customer, newest first, one kind or all; each line leads to its case. */
export function CustomerTimeline({ id }: { id: string }) {
  const t = useTranslations('customers')
  const [kind, setKind] = useState<TimelineKind>()
  const [reason, setReason] = useState<string>()
  return (
    <Part title={t('timeline.title')}>
      <KindChoice kind={kind} onKind={setKind} />
      <Personal reason={reason} onReason={setReason} />
      <Lines id={id} kind={kind} reason={reason} />
    </Part>
  )
}

type KindChoiceProps = { kind: TimelineKind | undefined; onKind: (kind: TimelineKind | undefined) => void }

function KindChoice({ kind, onKind }: KindChoiceProps) {
  const t = useTranslations('customers')
  const kinds = useTimelineKinds()
  return (
    <div role="group" aria-label={t('timeline.kinds')} className="mb-3 flex flex-wrap gap-1.5">
      {[undefined, ...kinds].map((one) => (
        <Button
          key={one ?? 'all'}
          variant={one === kind ? 'primary' : 'secondary'}
          size="small"
          aria-pressed={one === kind}
          onClick={() => onKind(one)}
        >
          {one === undefined ? t('timeline.all') : t(`timeline.kind.${one}`)}
        </Button>
      ))}
    </div>
  )
}

type PersonalProps = { reason: string | undefined; onReason: (reason: string | undefined) => void }

/** Networks and addresses are masked until an operator gives a reason to see them; it lasts as long as the case is open. */
function Personal({ reason, onReason }: PersonalProps) {
  const t = useTranslations('customers')
  const may = useMay()
  const [dialog, setDialog] = useState(false)
  if (!may(revealTimeline)) return null
  return (
    <div className="mb-3">
      {reason === undefined ? (
        <Button variant="weak" size="small" onClick={() => setDialog(true)}>
          {t('timeline.reveal')}
        </Button>
      ) : (
        <Button variant="weak" size="small" onClick={() => onReason(undefined)}>
          {t('timeline.mask')}
        </Button>
      )}
      {dialog && (
        <DecisionDialog
          title={t('timeline.reveal')}
          effect={t('timeline.revealText')}
          button={t('timeline.reveal')}
          danger={false}
          about="look"
          submit={async (given) => onReason(given)}
          onClose={() => setDialog(false)}
        />
      )}
    </div>
  )
}

function Lines(params: { id: string; kind: TimelineKind | undefined; reason: string | undefined }) {
  const t = useTranslations('customers')
  const common = useTranslations('common')
  const text = useProblemText()
  const query = useTimeline(params)
  const { data, error } = query
  if (data === undefined)
    return error ? (
      <ErrorState
        title={text(error)}
        action={<Button onClick={() => void query.refetch()}>{common('retry')}</Button>}
      />
    ) : (
      <div aria-busy="true" className="flex flex-col gap-2">
        {[0, 1, 2, 3].map((at) => (
          <Skeleton key={at} className="h-9 rounded-control" />
        ))}
      </div>
    )
  const rows = data.pages.flatMap((page) => page.rows)
  if (rows.length === 0) return <EmptyState icon="check" title={t('timeline.none')} />
  return (
    <>
      <ol className="flex flex-col divide-y divide-line text-13">
        {rows.map((row) => (
          <TimelineLine key={`${row.kind} ${row.id}`} row={row} />
        ))}
      </ol>
      {error && <Banner variant="danger">{text(error)}</Banner>}
      {query.hasNextPage && (
        <Button
          variant="secondary"
          size="small"
          className="mt-3"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('timeline.more')}
        </Button>
      )}
    </>
  )
}
