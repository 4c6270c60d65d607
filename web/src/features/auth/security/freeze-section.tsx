import { freeze } from '@evenhand/protocol/sessions.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { useNavigate } from '@evenhand/ui/router.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../../lib/call.ts'
import { clearSession } from '../../../lib/session.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Section } from '../../../layout/section.tsx'
import { useChange } from './use-change.ts'

/** Freezes the account, for its owner too, until it is unfrozen. */
export function FreezeSection() {
  const t = useTranslations('security')
  const auth = useTranslations('auth')
  const navigate = useNavigate()
  const [isConfirming, setIsConfirming] = useState(false)
  const freezing = useChange(
    () => call(freeze, {}),
    () => {
      void navigate({ to: '/pass/freeze', search: { done: '1' } })
      clearSession()
    },
  )
  return (
    <Section title={t('freeze.title')} text={t('freeze.text')}>
      <Button
        variant="danger"
        className="self-start"
        onClick={() => {
          freezing.reset()
          setIsConfirming(true)
        }}
      >
        {auth('freeze.action')}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title={auth('freeze.title')}
        action={auth('freeze.action')}
        change={freezing}
        onConfirm={() => freezing.run(undefined)}
        onClose={() => setIsConfirming(false)}
      >
        <p>{auth('freeze.means')}</p>
        <p>{auth('freeze.back')}</p>
      </ConfirmDialog>
    </Section>
  )
}
