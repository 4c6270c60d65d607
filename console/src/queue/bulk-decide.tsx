import { Button } from '@evenhand/ui/button.tsx'
import { Dialog, DialogActions } from '@evenhand/ui/dialog.tsx'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { isReason, ReasonField } from '../case/reason-field.tsx'
import { BulkCases, type BulkCase } from './bulk-cases.tsx'
import { maxBulk, type BulkOutcome, type DecideCase } from './bulk-run.ts'
import { useBulkRun } from './use-bulk-run.ts'

/** What the dialog calls the decision. */
export type BulkWords = {
  readonly title: string
  readonly effect: string
  readonly cases: string
  readonly button: string
  /** Beside a case that was decided, and one that another operator decided meanwhile. */
  readonly decided: string
  readonly gone: string
  readonly summary: (count: { done: number; left: number }) => string
}

export type BulkDecideProps = {
  /** Those that are picked; one with `unfit` is shown and left as it is. */
  cases: readonly BulkCase[]
  /** Whether the fields of the decision are filled in. */
  complete: boolean
  /** What is requested from the operator for each case beside the reason. */
  signs?: string | undefined
  /** Decides one case, with all that deciding it alone requests. */
  decide: (id: string, reason: string) => ReturnType<DecideCase>
  onClose: () => void
  /** The fields of the decision; `tried`: what is missing is marked. */
  children: (tried: boolean) => ReactNode
}

type Props = BulkDecideProps & {
  /** By how many cases are decided. */
  words: (count: number) => BulkWords
  /** A decision that takes something from customers. */
  danger: boolean
}

/** Decides many cases for one reason: shows them first, then decides one after the other and shows what came of each. */
export function BulkDecide({ cases, complete, signs, decide, onClose, children, words, danger }: Props) {
  const t = useTranslations('common')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const { outcomes, phase, start, stop } = useBulkRun()
  const [shown] = useState(() => cases.slice(0, maxBulk))
  const ids = shown.flatMap(({ id, unfit }) => (unfit === undefined ? [id] : []))
  const count = ids.length
  const labels = words(count)
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (complete && isReason(reason) && count > 0) void start(ids, (id) => decide(id, reason.trim()))
  }
  return (
    <Dialog
      open
      onClose={phase === 'running' ? stop : onClose}
      title={labels.title}
      closeLabel={t('close')}
      className="w-[min(44rem,calc(100vw-2rem))]!"
    >
      <form onSubmit={send} noValidate className="flex flex-col gap-4">
        {phase === 'confirming' && <p className="text-fg2">{labels.effect}</p>}
        {phase === 'confirming' && children(tried)}
        <div role="status" className="font-600 empty:hidden">
          {phase === 'running' && t('bulk.progress', { done: outcomes.size, count })}
          {phase === 'done' && labels.summary(counted(outcomes))}
        </div>
        {cases.length > maxBulk && <p className="text-13 text-warn">{t('bulk.most', { most: maxBulk })}</p>}
        <BulkCases words={labels} cases={shown} outcomes={outcomes} />
        {phase === 'confirming' && (
          <ReasonField about={danger ? 'refuse' : 'agree'} value={reason} onChange={setReason} tried={tried} />
        )}
        {phase === 'confirming' && signs !== undefined && <p className="text-13 text-fg2">{signs}</p>}
        <DialogActions>
          {phase === 'confirming' && (
            <>
              <Button type="submit" variant={danger ? 'danger' : 'primary'} disabled={count === 0}>
                {labels.button}
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

function counted(outcomes: ReadonlyMap<string, BulkOutcome>): { done: number; left: number } {
  const done = [...outcomes.values()].filter(({ kind }) => kind === 'decided').length
  return { done, left: outcomes.size - done }
}
