import { FundPasswordPage } from '../features/withdraw/fund-password/fund-password-page.tsx'
import { ProofSheet } from '../features/auth/proof-sheet.tsx'

export function FundPassword() {
  return (
    <>
      <FundPasswordPage />
      <ProofSheet />
    </>
  )
}
