import { disableOtp, renewRecoveryCodes } from '@evenhand/protocol/second-factor.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../../lib/call.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { OtpSetup } from './otp-setup.tsx'
import { Section } from '../../../layout/section.tsx'
import { useChange } from './use-change.ts'

type OtpProps = { on: boolean; onCodes: (codes: string[]) => void }

/** Codes of an app: set up with a first right code, and taken away again. */
export function OtpSection({ on, onCodes }: OtpProps) {
  const t = useTranslations('security')
  const [isRemoving, setIsRemoving] = useState(false)
  const removing = useChange(
    () => call(disableOtp, {}),
    () => {
      setIsRemoving(false)
      toast(t('otp.removed'), 'good')
    },
  )
  return (
    <Section title={t('otp.title')} text={t('otp.text')} state={t(on ? 'on' : 'off')}>
      {on ? (
        <Button
          variant="secondary"
          className="self-start"
          onClick={() => {
            removing.reset()
            setIsRemoving(true)
          }}
        >
          {t('otp.remove')}
        </Button>
      ) : (
        <OtpSetup onCodes={onCodes} />
      )}
      <ConfirmDialog
        open={isRemoving}
        title={t('otp.remove')}
        action={t('otp.remove')}
        change={removing}
        onConfirm={() => removing.run(undefined)}
        onClose={() => setIsRemoving(false)}
      >
        <p>{t('otp.removeText')}</p>
      </ConfirmDialog>
    </Section>
  )
}

type RecoveryProps = { left: number; onCodes: (codes: string[]) => void }

/** Recovery codes: how many are left, and ten new ones. */
export function RecoverySection({ left, onCodes }: RecoveryProps) {
  const t = useTranslations('security')
  const [isConfirming, setIsConfirming] = useState(false)
  const renewing = useChange(
    () => call(renewRecoveryCodes, {}),
    ({ recoveryCodes }) => {
      setIsConfirming(false)
      onCodes(recoveryCodes)
    },
  )
  return (
    <Section title={t('recovery.title')} text={t('recovery.text')} state={t('recovery.left', { left })}>
      <Button
        variant="secondary"
        className="self-start"
        onClick={() => {
          renewing.reset()
          setIsConfirming(true)
        }}
      >
        {t('recovery.renew')}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title={t('recovery.renew')}
        action={t('recovery.renew')}
        variant="primary"
        change={renewing}
        onConfirm={() => renewing.run(undefined)}
        onClose={() => setIsConfirming(false)}
      >
        <p>{t('recovery.renewText')}</p>
      </ConfirmDialog>
    </Section>
  )
}
