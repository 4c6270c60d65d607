import { auditVerification, verifyAudit } from '@evenhand/protocol/operator-checks.ts'
import { useTranslations } from 'use-intl'
import { Findings } from '../../verification/findings.tsx'
import { useVerification } from '../../verification/use-verification.ts'
import { VerifyPart } from '../../verification/verify-part.tsx'

/** Has the log computed again and held against the signed heads outside the database; shows how far it is. */
export function VerifyAudit() {
  const t = useTranslations('audit')
  const check = useVerification({ begin: verifyAudit, state: auditVerification })
  return (
    <VerifyPart
      label={t('verify')}
      check={check}
      verdict={({ ok, compared }) => (ok ? t('sound', { count: compared }) : t('unsound'))}
    >
      {({ findings }) => <Findings findings={findings} />}
    </VerifyPart>
  )
}
