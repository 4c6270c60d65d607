import type { AccountMode } from '@evenhand/protocol/money.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ModeQuestion } from './mode-question.tsx'

type SwitchProps = {
  to: AccountMode
  variant?: 'primary' | 'secondary'
  /** Whether it confirms at once: for a customer who came for what the other account alone can do. */
  isRequested?: boolean
}

/** The way to the other account. */
export function ModeSwitch({ to, variant = 'primary', isRequested = false }: SwitchProps) {
  const t = useTranslations('common')
  const [confirming, setConfirming] = useState(isRequested)
  const label = t(to === 'virtual' ? 'mode.toVirtual' : 'mode.toReal')
  const close = () => setConfirming(false)
  return (
    <>
      <Button variant={variant} onClick={() => setConfirming(true)}>
        {label}
      </Button>
      <Dialog variant="sheet" open={confirming} onClose={close} title={label} closeLabel={t('close')}>
        <ModeQuestion to={to} onCancel={close} onDone={close} />
      </Dialog>
    </>
  )
}
