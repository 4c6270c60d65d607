import type { AccountMode } from '@evenhand/protocol/money.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { setAccountMode } from '../lib/session.ts'

type QuestionProps = { to: AccountMode; onCancel: () => void; onDone: () => void }

/** What changes with the account in use and what does not, then one press. */
export function ModeQuestion({ to, onCancel, onDone }: QuestionProps) {
  const t = useTranslations('common')
  const queries = useQueryClient()
  const change = () => {
    setAccountMode(to)
    onDone()
    toast(t(to === 'virtual' ? 'mode.switchedToVirtual' : 'mode.switchedToReal'), 'good')
    void queries.invalidateQueries({ queryKey: ['mine'] })
  }
  return (
    <>
      <p className="mb-2">{t(to === 'virtual' ? 'mode.askVirtual' : 'mode.askReal')}</p>
      <p className="mb-5 text-fg2">{t('mode.running')}</p>
      <div className="grid grid-cols-2 gap-3">
        <Button variant="secondary" size="large" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button size="large" onClick={change}>
          {t('confirm')}
        </Button>
      </div>
    </>
  )
}
