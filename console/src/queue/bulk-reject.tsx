import { Button } from '@evenhand/ui/button.tsx'
import { Dialog, DialogActions } from '@evenhand/ui/dialog.tsx'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { isReason, ReasonField } from '../case/reason-field.tsx'
import { BulkCases, type BulkCase } from './bulk-cases.tsx'
import { maxBulk, type BulkOutcome } from './bulk-run.ts'
import { useBulkRun } from './use-bulk-run.ts'

type BulkRejectProps = {
  /** Those that are picked; one with `unfit` is shown and left as it is. */
  cases: readonly BulkCase[]
  /** Whether the fields that give the one reason are filled in. */
  complete: boolean
  /** What is requested from the operator for each case beside the reason. */
  signs?: string
  /** Rejects one case, with all that rejecting it alone requests. */
  decide: (id: string, reason: string) => Promise<'rejected' | 'waits'>
  onClose: () => void
  /** The fields of the reason; `tried` says to name what is missing. */
  children: (tried: boolean) => ReactNode
}

/** Rejects many cases for one reason: shows them first, then decides one after the other and says what came of each. */
export function BulkReject({ cases, complete, signs, decide, onClose, children }: BulkRejectProps) {
  const t = useTranslations('common')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const { outcomes, phase, start, stop } = useBulkRun()
  const [shown] = useState(() => cases.slice(0, maxBulk))
  const ids = shown.flatMap(({ id, unfit }) => (unfit === undefined ? [id] : []))
  const count = ids.length
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (complete && isReason(reason) && count > 0) void start(ids, (id) => decide(id, reason.trim()))
  }
  return (
    <Dialog
      open
      onClose={phase === 'running' ? stop : onClose}
      title={t('bulk.title', { count })}
      closeLabel={t('close')}
      className="w-[min(44rem,calc(100vw-2rem))]!"
    >
      <form onSubmit={send} noValidate className="flex flex-col gap-4">
        {phase === 'asking' && <p className="text-fg2">{t('bulk.effect')}</p>}
        {phase === 'asking' && children(tried)}
        <div role="status" className="font-600 empty:hidden">
          {phase === 'running' && t('bulk.progress', { done: outcomes.size, count })}
          {phase === 'done' && <Summary outcomes={outcomes} />}
        </div>
        {cases.length > maxBulk && <p className="text-13 text-warn">{t('bulk.most', { most: maxBulk })}</p>}
        <BulkCases label={t('bulk.cases')} cases={shown} outcomes={outcomes} />
        {phase === 'asking' && <ReasonField about="refuse" value={reason} onChange={setReason} tried={tried} />}
        {phase === 'asking' && signs !== undefined && <p className="text-13 text-fg2">{signs}</p>}
        <DialogActions>
          {phase === 'asking' && (
            <>
              <Button type="submit" variant="danger" disabled={count === 0}>
                {signs === undefined ? t('bulk.reject', { count }) : t('bulk.sign', { count })}
              </Button>
              <Button variant="secondary" onClick={onClose}>
                {t('cancel')}
              </Button>
            </>
          )}
          {phase === 'running' && (
            <Button variant="secondary" onClick={stop}>
              {t('bulk.stop')}
            </Button>
          )}
          {phase === 'done' && <Button onClick={onClose}>{t('bulk.finish')}</Button>}
        </DialogActions>
      </form>
    </Dialog>
  )
}

function Summary({ outcomes }: { outcomes: ReadonlyMap<string, BulkOutcome> }) {
  const t = useTranslations('common')
  const done = [...outcomes.values()].filter(({ kind }) => kind === 'rejected').length
  return t('bulk.summary', { done, left: outcomes.size - done })
}
