import { useTranslations } from 'use-intl'
import { ProofSheet } from '../features/auth/proof-sheet.tsx'
import { AccountFrame } from '../features/profile/account-frame.tsx'
import { CloseForm } from '../features/profile/close-form.tsx'

export function Close() {
  const t = useTranslations('profile')
  return (
    <AccountFrame title={t('close.title')}>
      <CloseForm />
      <ProofSheet />
    </AccountFrame>
  )
}
