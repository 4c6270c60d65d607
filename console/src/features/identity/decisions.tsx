import { decideIdentification, proposeKyc, viewIdentification } from '@evenhand/protocol/identification-console.ts'
import type { IdentificationField, IdentificationReason } from '@evenhand/protocol/identification.ts'
import { kycFinalReasons } from '@evenhand/protocol/states.ts'
import { TextField } from '@evenhand/ui/field.tsx'
import { Select } from '@evenhand/ui/select.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DecisionDialog } from '../../case/decision-dialog.tsx'
import { call } from '../../lib/call.ts'
import type { Look } from './identity-case.tsx'

export type Asked = 'verify' | 'sendBack' | 'end' | 'appeal'
type DecisionsProps = {
  look: Look
  reasons: IdentificationReason[]
  asked: Asked | undefined
  onLook: (look: Look) => void
  onClose: () => void
}

type Notes = { readonly [field in IdentificationField]?: string }

/** A reason with the reviewer's own words to the customer, where there are any. */
const noted = (reason: IdentificationReason, notes: Notes): IdentificationReason => {
  const text = notes[reason.field]?.trim() ?? ''
  return text === '' ? reason : { ...reason, text }
}

/** Reads a case anew after something was decided about it; that look has its line in the record as well. */
export function useRenewed({ seen, reason }: Look, onLook: (look: Look) => void) {
  const queries = useQueryClient()
  return async (done: Promise<unknown>): Promise<void> => {
    await done
    void queries.invalidateQueries()
    onLook({ seen: await call(viewIdentification, { id: seen.id, reason }), reason })
  }
}

/** The decisions about an identification: at once, or asked of a second person. */
export function Decisions({ look, reasons, asked, onLook, onClose }: DecisionsProps) {
  const t = useTranslations('identity')
  const renewed = useRenewed(look, onLook)
  const [code, setCode] = useState<(typeof kycFinalReasons)[number]>(kycFinalReasons[0])
  const [notes, setNotes] = useState<Notes>({})
  const { id } = look.seen
  if (asked === 'verify' || asked === 'sendBack') {
    const verdict = asked === 'verify' ? 'VERIFIED' : 'RESUBMIT'
    const title = asked === 'verify' ? t('verifyTitle') : t('sendBackTitle')
    return (
      <DecisionDialog
        title={title}
        effect={t(`effect.${asked}`)}
        button={title}
        danger={asked === 'sendBack'}
        about={asked === 'sendBack' ? 'correct' : 'identity'}
        submit={(reason) =>
          renewed(call(decideIdentification, { id, verdict, reasons: reasons.map((one) => noted(one, notes)), reason }))
        }
        onClose={onClose}
      >
        {() => <ReasonList reasons={reasons} notes={notes} onNotes={setNotes} />}
      </DecisionDialog>
    )
  }
  if (asked === 'end')
    return (
      <DecisionDialog
        title={t('end')}
        effect={t('effect.end')}
        button={t('ask')}
        about="correct"
        submit={(reason) => renewed(call(proposeKyc, { id, kind: 'REJECT_FINAL', code, reason }))}
        onClose={onClose}
      >
        {() => (
          <Select
            label={t('code')}
            value={code}
            options={kycFinalReasons.map((value) => ({ value, label: t(`reason.${value}`) }))}
            onChange={({ target }) => setCode(target.value as typeof code)}
          />
        )}
      </DecisionDialog>
    )
  if (asked === 'appeal')
    return (
      <DecisionDialog
        title={t('appeal')}
        effect={t('effect.appeal')}
        button={t('ask')}
        danger={false}
        submit={(reason) => renewed(call(proposeKyc, { id, kind: 'APPEAL', reason }))}
        onClose={onClose}
      />
    )
  return null
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
