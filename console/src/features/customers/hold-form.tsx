import type { LegalHold } from '@evenhand/protocol/case-hold.ts'
import { maxReviewDays, proposeLegalHold } from '@evenhand/protocol/legal-holds.ts'
import { Checkbox, TextField } from '@evenhand/ui/field.tsx'
import { useTranslations } from 'use-intl'
import { bareLabel } from '../../lib/bare-label.ts'
import { call } from '../../lib/call.ts'
import { useDraftOf } from '../../lib/use-draft.ts'
import { ProposalDialog } from '../../requests/proposal-dialog.tsx'
import { DocumentField, type Filed } from './document-field.tsx'
import { dayMs } from '@evenhand/protocol/durations.ts'

/** What is proposed: that an order holds the customer, that it was checked again, or its end. */
export type HoldAction = 'propose' | 'review' | 'lift'
const kinds = { propose: 'customer.hold', review: 'customer.holdReview', lift: 'customer.release' } as const
const effects = { propose: 'hold.effect', review: 'hold.effectReview', lift: 'hold.effectLift' } as const

type HoldFormProps = {
  customerId: string
  act: HoldAction
  inForce: LegalHold | undefined
  onClose: () => void
}

const dayIn = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)

/** Proposes to put a customer under the order of a court, by reference, document and review date; to confirm or lift it. */
export function HoldForm({ customerId, act, inForce, onClose }: HoldFormProps) {
  const t = useTranslations('customers')
  const [reference, setReference] = useDraftOf(`${act} reference`, inForce?.reference ?? '')
  const [tell, setNotify] = useDraftOf(`${act} tell`, inForce?.tell ?? true)
  const [filed, setFiled] = useDraftOf<Filed | undefined>(`${act} filed`, undefined)
  const [reviewOn, setReviewOn] = useDraftOf(`${act} reviewOn`, '')
  const lifts = act === 'lift'
  const hasReference = reference.trim().length >= 3
  const isDay = reviewOn >= dayIn(1) && reviewOn <= dayIn(maxReviewDays)
  const order = { customerId, reference: reference.trim() }
  const document = filed && isDay ? { document: filed.fileId, sha256: filed.sha256, reviewOn } : undefined
  const more = lifts ? {} : document
  const kind = kinds[act]
  // A customer who was notified stays notified, and an order is lifted as it was laid.
  const fixed = lifts || inForce?.tell === true
  return (
    <ProposalDialog
      title={bareLabel(t(`hold.${act}`))}
      kind={kind}
      values={hasReference && more ? { ...order, tell: String(tell), ...more } : undefined}
      effect={t(effects[act])}
      submit={(signed) => call(proposeLegalHold, { kind, ...order, tell, ...more, ...signed })}
      onClose={onClose}
    >
      {(tried) => (
        <>
          <TextField
            label={t('hold.reference')}
            hint={t('hold.referenceHint')}
            value={reference}
            error={tried && !hasReference && t('hold.referenceNeeded')}
            onChange={({ target }) => setReference(target.value)}
            maxLength={120}
            dir="auto"
          />
          {!lifts && (
            <>
              <DocumentField filed={filed} onFiled={setFiled} missing={tried && filed === undefined} />
              <TextField
                type="date"
                label={t('hold.reviewOn')}
                hint={t('hold.reviewOnHint')}
                value={reviewOn}
                min={dayIn(1)}
                max={dayIn(maxReviewDays)}
                error={tried && !isDay && t('hold.reviewOnNeeded')}
                onChange={({ target }) => setReviewOn(target.value)}
              />
            </>
          )}
          <div>
            <Checkbox
              label={t('hold.tell')}
              checked={tell}
              disabled={fixed}
              onChange={({ target }) => setNotify(target.checked)}
            />
            <p className="text-13 text-fg3">{t('hold.tellHint')}</p>
          </div>
        </>
      )}
    </ProposalDialog>
  )
}
