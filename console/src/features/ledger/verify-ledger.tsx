import { ledgerVerification, verifyLedger, type LedgerVerification } from '@evenhand/protocol/operator-checks.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Banner } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { When } from '../../lib/when.tsx'
import { Findings } from '../../verification/findings.tsx'
import { Running } from '../../verification/running.tsx'
import { useVerification } from '../../verification/use-verification.ts'

/** Has the whole books added up again, shows how far that is, and says what was found. */
export function VerifyLedger() {
  const t = useTranslations('ledger')
  const common = useTranslations('common')
  const { isBeginning, begin, state, close } = useVerification({ begin: verifyLedger, state: ledgerVerification })
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

function Found({ state: { last, failed } }: { state: LedgerVerification }) {
  const t = useTranslations('ledger')
  const findings = useTranslations('findings')
  if (failed || last === null) return <Banner variant="danger">{findings('failed')}</Banner>
  return (
    <>
      <Banner variant={last.ok ? 'good' : 'danger'}>{last.ok ? t('sound') : t('unsound')}</Banner>
      <p className="mt-3 text-13 text-fg2">
        <When ms={last.at} seconds />
      </p>
      <ul className="mt-3 flex flex-col gap-2">
        {last.findings.map(({ invariant, says, ok, detail }) => (
          <li key={invariant} className="flex gap-2 text-13">
            <Icon name={ok ? 'check' : 'warning'} size={16} className={ok ? 'mt-0.5' : 'mt-0.5 text-danger'} />
            <div className="min-w-0">
              <Rule invariant={invariant} says={says} />
              {detail.length > 0 && <Findings findings={detail} />}
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

/** A rule in the language of the page; one that is newer than the page as the server says it, in English. */
function Rule({ invariant, says }: { invariant: string; says: string }) {
  const t = useTranslations('ledger')
  const key = `rule.${invariant}` as 'rule.I2'
  return t.has(key) ? (
    <span>{t(key)}</span>
  ) : (
    <span lang="en" dir="ltr">
      {says}
    </span>
  )
}
