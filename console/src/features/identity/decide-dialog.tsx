import { decideIdentification } from '@evenhand/protocol/identification-console.ts'
import type { DocumentNeed, IdentificationField, IdentificationReason } from '@evenhand/protocol/identification.ts'
import { FieldError, TextField } from '@evenhand/ui/field.tsx'
import { useTranslations } from 'use-intl'
import { DecisionDialog } from '../../case/decision-dialog.tsx'
import { call } from '../../lib/call.ts'
import { useDraftOf } from '../../lib/use-draft.ts'
import type { CaseView } from './identity-case.tsx'
import { AboutPerson } from './identity-words.tsx'
import { NeedsList } from './needs-list.tsx'
import { useRenewed } from './use-renewed.ts'

type Notes = { readonly [field in IdentificationField]?: string }

/** A reason with the reviewer's own words to the customer, where there are any. */
const noted = (reason: IdentificationReason, notes: Notes): IdentificationReason => {
  const text = notes[reason.field]?.trim() ?? ''
  return text === '' ? reason : { ...reason, text }
}

/** A need with the reviewer's own words, where there are any. */
const trimmed = ({ field, text = '' }: DocumentNeed): DocumentNeed => {
  const words = text.trim()
  return words === '' ? { field } : { field, text: words }
}

type DecideDialogProps = {
  view: CaseView
  reasons: IdentificationReason[]
  dialog: 'verify' | 'sendBack'
  onView: (view: CaseView) => void
  onClose: () => void
}

/** One reviewer's decision: verified, or back to the customer with reasons by field and the documents that are needed. */
export function DecideDialog({ view, reasons, dialog, onView, onClose }: DecideDialogProps) {
  const t = useTranslations('identity')
  const renewed = useRenewed(view, onView)
  const [notes, setNotes] = useDraftOf<Notes>('notes', {})
  const [needs, setNeeds] = useDraftOf<DocumentNeed[]>('needs', [])
  const { id } = view.seen
  const verdict = dialog === 'verify' ? 'VERIFIED' : 'RESUBMIT'
  const title = dialog === 'verify' ? t('verifyTitle') : t('sendBackTitle')
  return (
    <DecisionDialog
      title={title}
      effect={
        <>
          <AboutPerson seen={view.seen} />
          {t(`effect.${dialog}`)}
        </>
      }
      button={title}
      danger={dialog === 'sendBack'}
      about={dialog === 'sendBack' ? 'correct' : 'identity'}
      complete={dialog === 'verify' || reasons.length + needs.length > 0}
      submit={(reason) =>
        renewed(
          call(decideIdentification, {
            id,
            verdict,
            reasons: reasons.map((one) => noted(one, notes)),
            ...(dialog === 'sendBack' ? { needs: needs.map(trimmed) } : {}),
            reason,
          }),
        )
      }
      onClose={onClose}
    >
      {(tried) =>
        dialog === 'sendBack' && (
          <>
            <ReasonList reasons={reasons} notes={notes} onNotes={setNotes} />
            <NeedsList needs={needs} onNeeds={setNeeds} />
            {tried && reasons.length + needs.length === 0 && <FieldError>{t('nothingToSend')}</FieldError>}
          </>
        )
      }
    </DecisionDialog>
  )
}

type ReasonListProps = { reasons: IdentificationReason[]; notes: Notes; onNotes: (notes: Notes) => void }

/** What the customer will read, field by field, with room for a word of the reviewer's own. */
function ReasonList({ reasons, notes, onNotes }: ReasonListProps) {
  const t = useTranslations('identity')
  return (
    <ul className="flex flex-col gap-3 text-13">
      {reasons.map(({ field, code }) => (
        <li key={field} className="flex flex-col gap-1.5">
          <p>
            <span className="font-600">{t(`field.${field}`)}</span>: {t(`reason.${code}`)}
          </p>
          <TextField
            label={t('note', { field: t(`field.${field}`) })}
            maxLength={500}
            autoComplete="off"
            value={notes[field] ?? ''}
            onChange={({ target }) => onNotes({ ...notes, [field]: target.value })}
          />
        </li>
      ))}
    </ul>
  )
}
