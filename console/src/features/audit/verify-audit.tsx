import { auditVerification, verifyAudit, type Verification } from '@evenhand/protocol/operator-checks.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { Banner } from '@evenhand/ui/states.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { When } from '../../lib/when.tsx'

const pollMs = 1000
const queryKey = [auditVerification.path, 'verification']

/** Has the log computed again and held against the signed heads outside the database; shows how far it is. */
export function VerifyAudit() {
  const t = useTranslations('audit')
  const common = useTranslations('common')
  const [open, setOpen] = useState(false)
  const queries = useQueryClient()
  const begin = useMutation({
    mutationFn: () => call(verifyAudit, {}),
    onSuccess(begun) {
      queries.setQueryData(queryKey, begun)
      setOpen(true)
    },
  })
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(auditVerification, {}, signal),
    enabled: open,
    refetchInterval: ({ state }) => (state.data?.running === null ? false : pollMs),
  })
  const close = () => setOpen(false)
  return (
    <>
      <Button look="secondary" busy={begin.isPending} onClick={() => begin.mutate()}>
        {t('verify')}
      </Button>
      {open && data && (
        <Dialog open onClose={close} title={t('verify')} closeLabel={common('close')}>
          {data.running === null ? <Found last={data.last} /> : <Running running={data.running} />}
        </Dialog>
      )}
    </>
  )
}

function Running({ running: { done, of: params } }: { running: NonNullable<Verification['running']> }) {
  const t = useTranslations('audit')
  const percent = params === 0 ? 0 : Math.min(99, Math.floor((done * 100) / params))
  return (
    <div role="status">
      <progress className="w-full accent-accent" max={100} value={percent} aria-label={t('verify')} />
      <p className="mt-2 text-13 text-fg2">{t('verifying', { percent })}</p>
    </div>
  )
}

function Found({ last }: { last: Verification['last'] }) {
  const t = useTranslations('audit')
  if (last === null) return null
  return (
    <>
      <Banner look={last.ok ? 'good' : 'danger'}>
        {last.ok ? t('sound', { count: last.compared }) : t('unsound')}
      </Banner>
      <p className="mt-3 text-13 text-fg2">
        <When ms={last.at} seconds />
      </p>
      <ul className="mt-3 flex flex-col gap-2 text-13">
        {last.findings.map(({ at, expected, found }) => (
          <li key={`${at}${found}`} dir="ltr" lang="en">
            {at}
            <span className="block font-mono break-all">
              {expected !== undefined && (
                <>
                  <del>{expected}</del> →{' '}
                </>
              )}
              <ins>{found}</ins>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
