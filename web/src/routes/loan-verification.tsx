import { buttonClass } from '@evenhand/ui/button.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { Card, Skeleton } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { IdentityBanner } from '../features/identity/identity-banner.tsx'
import { useIdentification } from '../features/identity/use-identification.ts'
import { PageTitle } from '../layout/page-title.tsx'
import { StepMark } from '../lib/step-mark.tsx'

const steps = ['identity', 'terms', 'agreement', 'review'] as const

/** What stands between a customer and a loan: the identity first, then the steps after it. */
export function LoanVerification() {
  const t = useTranslations('loans')
  const { data } = useIdentification()
  const isVerified = data?.status === 'VERIFIED'
  return (
    <div className="mx-auto flex max-w-content flex-col gap-5 px-gutter py-4 desktop:py-8 desktop:*:max-w-card">
      <div>
        <PageTitle title={t('verification.title')} inBar />
        <p className="desktop:mt-2 text-15 text-fg2">{t('verification.lead')}</p>
      </div>
      <IdentityBanner />
      {data ? (
        <Card className="flex flex-col gap-4 p-5">
          <ol className="flex flex-col gap-3">
            {steps.map((step, at) => (
              <li key={step} className="flex items-start gap-2.5">
                <StepMark is={at === 0 && isVerified ? 'done' : at === (isVerified ? 1 : 0) ? 'now' : 'next'} />
                <span>
                  <span className="font-600">{t(`verification.${step}`)}</span>
                  <span className="block text-13 text-fg2">{t(`verification.${step}Text`)}</span>
                </span>
              </li>
            ))}
          </ol>
          {isVerified ? (
            <Link to="/loan" className={`${buttonClass('primary', 'large')} desktop:self-start`}>
              {t('verification.choose')}
            </Link>
          ) : (
            <Link to="/profile/verification" className={`${buttonClass('primary', 'large')} desktop:self-start`}>
              {t('verification.start')}
            </Link>
          )}
        </Card>
      ) : (
        <Skeleton className="h-80 rounded-card" />
      )}
    </div>
  )
}
