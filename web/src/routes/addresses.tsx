import { useTranslations } from 'use-intl'
import { AddressesPage } from '../features/withdraw/addresses/addresses-page.tsx'
import { ProofSheet } from '../features/auth/proof-sheet.tsx'
import { AccountFrame } from '../features/profile/account-frame.tsx'

export function Addresses() {
  const t = useTranslations('withdraw')
  return (
    <AccountFrame title={t('address.book')}>
      <AddressesPage />
      <ProofSheet />
    </AccountFrame>
  )
}
