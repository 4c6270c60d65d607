import { prove } from '@evenhand/protocol/second-factor.ts'
import { buttonClass } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { enterSheet, usePendingProof } from '../../lib/proof.ts'
import { ProofForm } from './proof-form.tsx'
import { neededOf, type Proof } from '../../lib/proving/proof-needed.ts'

/** Requests a recent proof when a call needs one; the call then goes on by itself. Needs the texts `auth` and `codes`. */
export function ProofSheet() {
  const t = useTranslations('auth')
  const common = useTranslations('common')
  const request = usePendingProof()
  const needed = neededOf(request?.refusal)
  useEffect(enterSheet, [])
  const send = async ({ password, otp, passkey }: Proof) => {
    await call(prove, { password, otp, passkey })
    request?.done()
  }
  return (
    <Dialog
      variant="sheet"
      open={needed !== undefined}
      onClose={() => request?.cancel()}
      title={t('factor.proofTitle')}
      closeLabel={common('close')}
    >
      {needed && needed.accepts.length > 0 && request && (
        <>
          <p className="mb-4 text-fg2">{t('factor.proofWhy')}</p>
          <ProofForm needed={needed} send={send} onCancel={request.cancel} cancelLabel={common('cancel')} />
        </>
      )}
      {needed?.accepts.length === 0 && (
        <div className="flex flex-col gap-4">
          <p>{t('factor.nothingToProve')}</p>
          <Link to="/pass/reset" onClick={() => request?.cancel()} className={buttonClass('primary', 'large')}>
            {t('reset.title')}
          </Link>
        </div>
      )}
    </Dialog>
  )
}
