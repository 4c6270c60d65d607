import { delistReasons, relistReasons } from '@evenhand/protocol/markets.ts'
import { proposeListing } from '@evenhand/protocol/operator-risk.ts'
import { TextField } from '@evenhand/ui/field.tsx'
import { Select } from '@evenhand/ui/select.tsx'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { useDraftOf } from '../../lib/use-draft.ts'
import { ProposalDialog } from '../../requests/proposal-dialog.tsx'

type Reason = (typeof delistReasons)[number] | (typeof relistReasons)[number]
type ListingFormProps = { code: string; state: 'listed' | 'delisted'; onClose: () => void }

/** Proposes to delist an instrument, or to list a delisted one again, for a reason that customers read. */
export function ListingForm({ code, state, onClose }: ListingFormProps) {
  const t = useTranslations('risk')
  const reasons: readonly Reason[] = state === 'delisted' ? delistReasons : relistReasons
  const [reasonCode, setReasonCode] = useDraftOf<Reason>('listing', reasons[0] ?? 'other')
  const [text, setNote] = useDraftOf('listing note', '')
  const note = state === 'delisted' && text.trim() !== '' ? { note: text.trim() } : {}
  const lacksNote = reasonCode === 'other' && note.note === undefined
  return (
    <ProposalDialog
      title={`${t(state === 'delisted' ? 'delist' : 'relist')}: ${code}`}
      kind="instrument.listing"
      values={lacksNote ? undefined : { instrument: code, state, reasonCode, ...note }}
      effect={t(state === 'delisted' ? 'effect.delist' : 'effect.relist')}
      submit={(signed) => call(proposeListing, { ...signed, code, state, reasonCode, ...note })}
      onClose={onClose}
    >
      {(tried) => (
        <>
          <Select
            label={t('reasonCode')}
            value={reasonCode}
            options={reasons.map((value) => ({ value, label: t(`reason.${value}`) }))}
            onChange={({ target }) => setReasonCode(target.value as Reason)}
          />
          {state === 'delisted' && (
            <TextField
              label={t('note')}
              hint={t('noteHint')}
              value={text}
              maxLength={200}
              error={tried && lacksNote && t('note')}
              onChange={({ target }) => setNote(target.value)}
              dir="auto"
            />
          )}
        </>
      )}
    </ProposalDialog>
  )
}
