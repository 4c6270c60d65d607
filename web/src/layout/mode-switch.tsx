import type { AccountMode } from '@evenhand/protocol/money.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { setAccountMode } from '../lib/session.ts'

/** The way to the other account: what changes and what does not, then one press. */
export function ModeSwitch({ to, look = 'primary' }: { to: AccountMode; look?: 'primary' | 'secondary' }) {
  const t = useTranslations('common')
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const label = t(to === 'virtual' ? 'mode.toVirtual' : 'mode.toReal')
  const change = () => {
    setAccountMode(to)
    setAsking(false)
    toast(t(to === 'virtual' ? 'mode.switchedToVirtual' : 'mode.switchedToReal'), 'good')
    void queries.invalidateQueries({ queryKey: ['mine'] })
  }
  return (
    <>
      <Button look={look} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <Dialog look="sheet" open={asking} onClose={() => setAsking(false)} title={label} closeLabel={t('close')}>
        <p className="mb-2">{t(to === 'virtual' ? 'mode.askVirtual' : 'mode.askReal')}</p>
        <p className="mb-5 text-fg2">{t('mode.running')}</p>
        <div className="grid grid-cols-2 gap-3">
          <Button look="secondary" size="large" onClick={() => setAsking(false)}>
            {t('cancel')}
          </Button>
          <Button size="large" onClick={change}>
            {t('confirm')}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
