import { SecurityPage } from '../features/auth/security/security-page.tsx'
import { FundPasswordSection } from '../features/withdraw/fund-password/fund-password-section.tsx'

export function Security() {
  return (
    <>
      <SecurityPage>
        <FundPasswordSection />
      </SecurityPage>
    </>
  )
}
