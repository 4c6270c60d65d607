import { auditVerification, verifyAudit, type Verification } from '@evenhand/protocol/operator-checks.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { Banner } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { When } from '../../lib/when.tsx'
import { Findings } from '../../verification/findings.tsx'
import { Running } from '../../verification/running.tsx'
import { useVerification } from '../../verification/use-verification.ts'

/** Has the log computed again and held against the signed heads outside the database; shows how far it is. */
export function VerifyAudit() {
  const t = useTranslations('audit')
  const common = useTranslations('common')
  const { isBeginning, begin, state, close } = useVerification({ begin: verifyAudit, state: auditVerification })
  return (
    <>
      <Button variant="secondary" busy={isBeginning} onClick={begin}>
        {t('verify')}
      </Button>
      {state && (
        <Dialog open onClose={close} title={t('verify')} closeLabel={common('close')}>
          {state.running ? <Running label={t('verify')} progress={state.running} /> : <Found state={state} />}
        </Dialog>
      )}
    </>
  )
}

function Found({ state: { last, failed } }: { state: Verification }) {
  const t = useTranslations('audit')
  const findings = useTranslations('findings')
  if (failed || last === null) return <Banner variant="danger">{findings('failed')}</Banner>
  return (
    <>
      <Banner variant={last.ok ? 'good' : 'danger'}>
        {last.ok ? t('sound', { count: last.compared }) : t('unsound')}
      </Banner>
      <p className="mt-3 text-13 text-fg2">
        <When ms={last.at} seconds />
      </p>
      <Findings findings={last.findings} />
    </>
  )
}
