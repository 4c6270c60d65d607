import { proposeKyc } from '@evenhand/protocol/identification-console.ts'
import type { IdentificationReason } from '@evenhand/protocol/identification.ts'
import { kycFinalReasons } from '@evenhand/protocol/states.ts'
import { Select } from '@evenhand/ui/select.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DecisionDialog } from '../../case/decision-dialog.tsx'
import { call } from '../../lib/call.ts'
import { DecideDialog } from './decide-dialog.tsx'
import type { CaseView } from './identity-case.tsx'
import { AboutPerson } from './identity-words.tsx'
import { useRenewed } from './use-renewed.ts'

export type DialogName = 'verify' | 'sendBack' | 'end' | 'appeal'
type DecisionsProps = {
  view: CaseView
  reasons: IdentificationReason[]
  dialog: DialogName | undefined
  onView: (view: CaseView) => void
  onClose: () => void
}

/** The decisions about an identification: at once, or requested from a second person. */
export function Decisions({ view, reasons, dialog, onView, onClose }: DecisionsProps) {
  const t = useTranslations('identity')
  const renewed = useRenewed(view, onView)
  const [code, setCode] = useState<(typeof kycFinalReasons)[number]>(kycFinalReasons[0])
  const { id } = view.seen
  const effectOf = (which: 'end' | 'appeal') => (
    <>
      <AboutPerson seen={view.seen} />
      {t(`effect.${which}`)}
    </>
  )
  if (dialog === 'verify' || dialog === 'sendBack')
    return <DecideDialog view={view} reasons={reasons} dialog={dialog} onView={onView} onClose={onClose} />
  if (dialog === 'end')
    return (
      <DecisionDialog
        title={t('end')}
        effect={effectOf('end')}
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
  if (dialog === 'appeal')
    return (
      <DecisionDialog
        title={t('appeal')}
        effect={effectOf('appeal')}
        button={t('ask')}
        danger={false}
        submit={(reason) => renewed(call(proposeKyc, { id, kind: 'APPEAL', reason }))}
        onClose={onClose}
      />
    )
  return null
}
