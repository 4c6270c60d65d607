import { Button } from '@evenhand/ui/button.tsx'
import { ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ProofSheet } from '../proof-sheet.tsx'
import { AccessSection } from './access-section.tsx'
import { ApiKeysSection } from './api-keys-section.tsx'
import { DetailsSection } from './details-section.tsx'
import { FreezeSection } from './freeze-section.tsx'
import { HistorySection } from './history-section.tsx'
import { OtpSection, RecoverySection } from './otp-section.tsx'
import { PasskeySection } from './passkey-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { PhraseSection } from './phrase-section.tsx'
import { RecoveryDialog } from './recovery-dialog.tsx'
import { SessionSection } from './session-section.tsx'
import { SocialSection } from './social-section.tsx'
import { useSecurity } from '../../../lib/proving/use-security.ts'

/** How the account is protected, and everything that can be done about it; what protects money stands among it. */
export function SecurityPage({ children }: { children: ReactNode }) {
  const common = useTranslations('common')
  const { data, isError, refetch } = useSecurity()
  const [codes, setCodes] = useState<string[] | null>(null)
  return (
    <>
      {!data && isError && (
        <ErrorState
          title={common('state.loadFailed')}
          action={<Button onClick={() => void refetch()}>{common('retry')}</Button>}
        />
      )}
      {!data && !isError && (
        <div aria-busy="true" className="flex flex-col gap-4">
          {['password', 'otp', 'passkey', 'social'].map((name) => (
            <Skeleton key={name} className="h-36 max-w-card rounded-card" />
          ))}
        </div>
      )}
      {data && (
        <>
          <DetailsSection />
          <PasswordSection set={data.password} />
          <OtpSection on={data.otp} onCodes={setCodes} />
          <PasskeySection passkeys={data.passkeys} onCodes={setCodes} />
          {(data.otp || data.passkeys.length > 0) && <RecoverySection left={data.recoveryLeft} onCodes={setCodes} />}
          <SocialSection provedUntil={data.provedUntil} />
          {children}
          <PhraseSection />
          <ApiKeysSection />
          <SessionSection />
          <HistorySection />
          <AccessSection />
          <FreezeSection />
        </>
      )}
      <RecoveryDialog codes={codes} onClose={() => setCodes(null)} />
      <ProofSheet />
    </>
  )
}
