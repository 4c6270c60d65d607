import { ledgerVerification, verifyLedger } from '@evenhand/protocol/operator-checks.ts'
import { Icon } from '@evenhand/ui/icon.tsx'
import { useTranslations } from 'use-intl'
import { Findings } from '../../verification/findings.tsx'
import { useVerification } from '../../verification/use-verification.ts'
import { VerifyPart } from '../../verification/verify-part.tsx'

/** Has the whole books added up again, shows how far that is, and shows what was found. */
export function VerifyLedger() {
  const t = useTranslations('ledger')
  const check = useVerification({ begin: verifyLedger, state: ledgerVerification })
  return (
    <VerifyPart label={t('verify')} check={check} verdict={({ ok }) => (ok ? t('sound') : t('unsound'))}>
      {({ findings }) => (
        <ul className="mt-3 flex flex-col gap-2">
          {findings.map(({ invariant, statement, ok, detail }) => (
            <li key={invariant} className="flex gap-2 text-13">
              <Icon name={ok ? 'check' : 'warning'} size={16} className={ok ? 'mt-0.5' : 'mt-0.5 text-danger'} />
              <div className="min-w-0">
                <Rule invariant={invariant} statement={statement} />
                {detail.length > 0 && <Findings findings={detail} />}
              </div>
            </li>
          ))}
        </ul>
      )}
    </VerifyPart>
  )
}

/** A rule in the language of the page; one that is newer than the page as the server returns it, in English. */
function Rule({ invariant, statement }: { invariant: string; statement: string }) {
  const t = useTranslations('ledger')
  const key = `rule.${invariant}` as 'rule.I2'
  return t.has(key) ? (
    <span>{t(key)}</span>
  ) : (
    <span lang="en" dir="ltr">
      {statement}
    </span>
  )
}
