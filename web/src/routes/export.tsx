import { useTranslations } from 'use-intl'
import { ProofSheet } from '../features/auth/proof-sheet.tsx'
import { AccountFrame } from '../features/profile/account-frame.tsx'
import { OwnData } from '../features/profile/own-data.tsx'

export function Export() {
  const t = useTranslations('profile')
  return (
    <AccountFrame title={t('page.data')}>
      <OwnData />
      <ProofSheet />
    </AccountFrame>
  )
}
