import { verifyAudit } from '@evenhand/protocol/operator-house.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { Banner } from '@evenhand/ui/states.tsx'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { When } from '../../lib/when.tsx'

/** Computes the log again and holds it against the signed heads that are kept outside the database. */
export function VerifyAudit() {
  const t = useTranslations('audit')
  const common = useTranslations('common')
  const verify = useMutation({ mutationFn: () => call(verifyAudit, {}) })
  const { data } = verify
  return (
    <>
      <Button look="secondary" busy={verify.isPending} onClick={() => verify.mutate()}>
        {t('verify')}
      </Button>
      {data && (
        <Dialog open onClose={verify.reset} title={t('verify')} closeLabel={common('close')}>
          <Banner look={data.ok ? 'good' : 'danger'}>
            {data.ok ? t('sound', { count: data.compared }) : t('unsound')}
          </Banner>
          <p className="mt-3 text-13 text-fg2">
            <When ms={data.at} seconds />
          </p>
          <ul className="mt-3 flex flex-col gap-2 text-13">
            {data.findings.map(({ at, expected, found }) => (
              <li key={at} dir="ltr" lang="en">
                {at}
                {expected !== undefined && (
                  <span className="block font-mono break-all">
                    <del>{expected}</del> → <ins>{found}</ins>
                  </span>
                )}
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  )
}
