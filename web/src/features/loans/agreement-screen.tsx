import type { PricedCollateral, SignedCollateral } from '@evenhand/protocol/loan-collateral.ts'
import { Button, buttonClass } from '@evenhand/ui/button.tsx'
import { Link, useNavigate } from '@evenhand/ui/router.ts'
import { Banner, Card, ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { PageTitle } from '../../layout/page-title.tsx'
import { ModeSwitch } from '../../layout/mode-switch.tsx'
import { Dot } from '../../lib/dot.tsx'
import type { ScreenProps } from '../../lib/feature.ts'
import { Amount } from '../../lib/format.tsx'
import { parseAmount } from '../../lib/parse-amount.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { useAccountMode } from '../../lib/session.ts'
import { isRefused } from '../../lib/problem.ts'
import { AgreementViewer } from './agreement-viewer.tsx'
import { ClauseChoice } from './clause-choice.tsx'
import { CollateralChoice } from './collateral-choice.tsx'
import type { Chosen } from './collateral-query.ts'
import { useAgreement, type Clauses } from './loans-query.ts'
import { SignForm } from './sign-form.tsx'

type Search = { days?: string | undefined; amount?: string | undefined }
/** What an agreement is about. */
export type Requested = { readonly amount: string; readonly days: number }

/** The agreement of a loan: read to its end, then signed. */
export function AgreementScreen({ search }: ScreenProps<Search>) {
  const t = useTranslations('loans')
  const codes = useTranslations('codes')
  const mode = useAccountMode()
  const amount = parseAmount(search.amount ?? '')
  const days = /^\d{1,4}$/.test(search.days ?? '') ? Number(search.days) : 0
  return (
    <div className="mx-auto flex max-w-content flex-col gap-5 px-gutter py-4 desktop:py-8 desktop:*:max-w-240">
      <PageTitle title={t('agreement.title')} inBar />
      {mode === 'virtual' ? (
        <Banner variant="info" action={<ModeSwitch to="real" />}>
          {codes('realAccountNeeded')}
        </Banner>
      ) : amount.kind === 'amount' && days > 0 ? (
        <Agreement key={`${amount.text} ${days}`} requested={{ amount: amount.text, days }} />
      ) : (
        <Banner action={<ToLoans />}>{t('agreement.nothing')}</Banner>
      )}
    </div>
  )
}

const ToLoans = () => {
  const t = useTranslations('loans')
  return (
    <Link to="/loan" className={buttonClass('secondary')}>
      {t('agreement.choose')}
    </Link>
  )
}

function Agreement({ requested }: { requested: Requested }) {
  const t = useTranslations('loans')
  const common = useTranslations('common')
  const problemText = useProblemText()
  const navigate = useNavigate()
  const [clauses, setClauses] = useState<Clauses>({ standingOrder: false, setOff: false })
  const [collateral, setCollateral] = useState<Chosen>()
  const { data, error, refetch } = useAgreement(requested, { ...clauses, collateral })
  const [readHash, setReadHash] = useState<string>()
  // Collateral may be what is missing, or what is wrong: it can be chosen anew then.
  const isAboutCollateral = collateral !== undefined || isRefused(error, 'scoreInsufficient')
  if (!data && error && !isAboutCollateral)
    return (
      <ErrorState
        title={problemText(error)}
        text={t('safe')}
        action={
          <>
            <ToLoans />
            <Button onClick={() => void refetch()}>{common('retry')}</Button>
          </>
        }
      />
    )
  const isRead = data !== undefined && readHash === data.agreementHash
  return (
    <>
      <p className="text-fg2">
        <Amount text={requested.amount} className="font-700 text-fg" />
        <Dot />
        {t('days', { days: requested.days })}
      </p>
      <CollateralChoice amount={requested.amount} chosen={collateral} onChoose={setCollateral} />
      <ClauseChoice clauses={clauses} onChange={setClauses} />
      {!data && error ? (
        <Banner>{problemText(error)}</Banner>
      ) : data ? (
        <AgreementViewer agreement={data} isRead={isRead} onRead={() => setReadHash(data.agreementHash)} />
      ) : (
        <Skeleton className="h-120 rounded-card" />
      )}
      <Card className="flex flex-col gap-4 p-5">
        <h2 className="text-18 font-700">{t('sign.title')}</h2>
        {isRead ? (
          <SignForm
            requested={{ ...requested, ...clauses, ...signedOf(data.collateral) }}
            agreementHash={data.agreementHash}
            onChanged={() => void refetch()}
            onSigned={() => {
              toast(t('sign.done'), 'good')
              void navigate({ to: '/loan/account' })
            }}
          />
        ) : (
          <p className="text-fg2">{t('sign.readFirst')}</p>
        )}
      </Card>
    </>
  )
}

/** Collateral as the application names it: with the tick that the text was priced at. */
const signedOf = (priced: PricedCollateral | null): { collateral?: SignedCollateral } =>
  priced === null
    ? {}
    : { collateral: { coin: priced.coin, amount: priced.amount, seq: priced.tick.seq, ts: priced.tick.ts } }
