import { FundPasswordPage } from '../features/withdraw/fund-password/fund-password-page.tsx'
import { ProofSheet } from '../features/auth/proof-sheet.tsx'

export const FundPassword = ({ search: { back } }: { search: { back?: string | undefined } }) => (
  <>
    <FundPasswordPage back={back} />
    <ProofSheet />
  </>
)
