import { logout } from '@evenhand/protocol/accounts.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { useNavigate } from '@evenhand/ui/router.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { clearSession } from '../../lib/session.ts'

/** Ends the session on the server when it can be reached, and here in any case. */
export function LogoutButton() {
  const t = useTranslations('common')
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    await navigate({ to: '/' })
    await call(logout, {}).catch(() => undefined)
    clearSession()
  }
  return (
    <Button look="secondary" busy={busy} onClick={() => void leave()}>
      <Icon name="leave" size={18} />
      {t('logout')}
    </Button>
  )
}
