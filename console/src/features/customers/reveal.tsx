import { revealUser } from '@evenhand/protocol/operator-customers.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { Copyable } from '../../case/copyable.tsx'
import { DecisionDialog } from '../../case/decision-dialog.tsx'
import { call } from '../../lib/call.ts'
import { useMay } from '../../lib/session.ts'

/** A masked address, shown whole for a reason that the customer can read. It is kept no longer than the case is open. */
export function Reveal({ id, masked }: { id: string; masked: string }) {
  const t = useTranslations('customers')
  const may = useMay()
  const [dialog, setDialog] = useState(false)
  const [shown, setShown] = useState<z.output<typeof revealUser.result>>()
  if (shown)
    return (
      <span className="flex flex-col">
        <Copyable text={shown.email} />
        {shown.phone !== null && <Copyable text={shown.phone} />}
      </span>
    )
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <bdi dir="ltr">{masked}</bdi>
      {may(revealUser) && (
        <Button variant="weak" size="small" onClick={() => setDialog(true)}>
          {t('reveal.open')}
        </Button>
      )}
      {dialog && (
        <DecisionDialog
          title={t('reveal.title')}
          effect={t('reveal.text')}
          button={t('reveal.open')}
          danger={false}
          about="look"
          submit={async (reason) => setShown(await call(revealUser, { id, reason }))}
          onClose={() => setDialog(false)}
        />
      )}
    </span>
  )
}
