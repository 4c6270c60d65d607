import { Button } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { setAccountMode } from '../../lib/session.ts'
import type { Elsewhere } from './use-opening.ts'

type OtherProps = { elsewhere: Elsewhere | undefined; onClose: () => void }

/** What a notice leads to belongs to the account that is not in use: switching is offered, never done silently. */
export function OtherAccount({ elsewhere: params, onClose }: OtherProps) {
  const t = useTranslations('notices')
  const common = useTranslations('common')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const virtual = params?.mode === 'virtual'
  const change = () => {
    if (!params) return
    setAccountMode(params.mode)
    void queries.invalidateQueries({ queryKey: ['mine'] })
    void navigate({ href: params.href })
  }
  return (
    <Dialog
      variant="sheet"
      open={params !== undefined}
      onClose={onClose}
      title={t(virtual ? 'otherAccount.virtual' : 'otherAccount.real')}
      closeLabel={common('close')}
    >
      <p className="mb-2">{common(virtual ? 'mode.askVirtual' : 'mode.askReal')}</p>
      <p className="mb-5 text-fg2">{common('mode.running')}</p>
      <div className="grid grid-cols-2 gap-3">
        <Button variant="secondary" size="large" onClick={onClose}>
          {common('cancel')}
        </Button>
        <Button size="large" onClick={change}>
          {t('otherAccount.switch')}
        </Button>
      </div>
    </Dialog>
  )
}
