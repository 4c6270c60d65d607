import { verifyLedger } from '@evenhand/protocol/operator-result.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Banner } from '@evenhand/ui/states.tsx'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'

/** Adds up the whole books again, now, and says what was found. */
export function VerifyLedger() {
  const t = useTranslations('ledger')
  const common = useTranslations('common')
  const verify = useMutation({ mutationFn: () => call(verifyLedger, {}) })
  return (
    <>
      <Button look="secondary" busy={verify.isPending} onClick={() => verify.mutate()}>
        {t('verify')}
      </Button>
      {verify.data && (
        <Dialog open onClose={verify.reset} title={t('verify')} closeLabel={common('close')}>
          <Banner look={verify.data.ok ? 'good' : 'danger'}>{verify.data.ok ? t('sound') : t('unsound')}</Banner>
          <ul className="mt-4 flex flex-col gap-2">
            {verify.data.findings.map(({ invariant, says, ok, detail }) => (
              <li key={invariant} className="flex gap-2 text-13">
                <Icon name={ok ? 'check' : 'warning'} size={16} className={ok ? 'mt-0.5' : 'mt-0.5 text-danger'} />
                <span className="min-w-0">
                  <Rule invariant={invariant} says={says} />
                  {detail.map((line) => (
                    <span key={line} lang="en" dir="ltr" className="block text-danger">
                      {line}
                    </span>
                  ))}
                </span>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
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
