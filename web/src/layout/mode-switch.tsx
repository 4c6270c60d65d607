import type { AccountMode } from '@evenhand/protocol/money.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ModeQuestion } from './mode-question.tsx'

/** The way to the other account. */
export function ModeSwitch({ to, look = 'primary' }: { to: AccountMode; look?: 'primary' | 'secondary' }) {
  const t = useTranslations('common')
  const [asking, setAsking] = useState(false)
  const label = t(to === 'virtual' ? 'mode.toVirtual' : 'mode.toReal')
  const close = () => setAsking(false)
  return (
    <>
      <Button look={look} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <Dialog look="sheet" open={asking} onClose={close} title={label} closeLabel={t('close')}>
        <ModeQuestion to={to} onCancel={close} onDone={close} />
      </Dialog>
    </>
  )
}
