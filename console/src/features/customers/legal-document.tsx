import { listLegalHolds, viewLegalDocument } from '@evenhand/protocol/legal-holds.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ReasonedPicture } from '../../case/reasoned-picture.tsx'
import { Part } from '../../case/facts.tsx'
import { callForFile } from '../../lib/call.ts'
import { useMay } from '../../lib/session.ts'
import type { RequestedChange } from '../../requests/requested-change.ts'

/** The document of a court's order, for operators who may open it: the second to sign reads what the first one filed. */
export function LegalDocument({ request: { id, values } }: { request: RequestedChange }) {
  const t = useTranslations('customers')
  const may = useMay()
  const queries = useQueryClient()
  if (values['document'] === undefined || !may(viewLegalDocument)) return null
  return (
    <Part title={t('hold.document')}>
      <ReasonedPicture
        label={t('hold.document')}
        button={t('hold.openDocument')}
        hint={t('hold.lookHint')}
        open={(reason) => callForFile(viewLegalDocument, { id, reason })}
        onOpened={() => void queries.invalidateQueries({ queryKey: [listLegalHolds.path] })}
      />
    </Part>
  )
}
