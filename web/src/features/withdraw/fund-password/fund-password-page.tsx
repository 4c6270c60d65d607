import { Button } from '@evenhand/ui/button.tsx'
import { Banner, Card, ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { useNavigate } from '@evenhand/ui/router.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { safeBack } from '../../../lib/back.ts'
import { useWhen } from '../../../lib/use-when.ts'
import { ChangeForm } from './change-form.tsx'
import { ResetProgress } from './reset-progress.tsx'
import { SetForm } from './set-form.tsx'
import { useFundPassword } from './use-fund-password.ts'
import { useFundReset } from './use-fund-reset.ts'

/**
 * The fund password: whether it is set or locked, and how to set, change or replace it. `back`: the page that needs one,
 * which goes on as soon as it is set.
 */
export function FundPasswordPage({ back }: { back: string | undefined }) {
  const navigate = useNavigate()
  const t = useTranslations('withdraw')
  const common = useTranslations('common')
  const { data, isError, refetch } = useFundPassword()
  return (
    <Card className="flex max-w-120 flex-col gap-5 p-5">
      <p className="max-w-text text-fg2">{t('fund.means')}</p>
      {!data && isError && (
        <ErrorState
          title={common('state.loadFailed')}
          action={<Button onClick={() => void refetch()}>{common('retry')}</Button>}
        />
      )}
      {!data && !isError && <Skeleton className="h-40 max-w-120" />}
      {data && !data.set && (
        <SetForm
          kind="set"
          onDone={() => {
            if (back !== undefined) void navigate({ href: safeBack(back), replace: true })
          }}
        />
      )}
      {data?.set === true && <Known status={data} />}
    </Card>
  )
}

type Status = NonNullable<ReturnType<typeof useFundPassword>['data']>

function Known({ status: { changedAt, lockedUntil, left } }: { status: Status }) {
  const t = useTranslations('withdraw')
  const when = useWhen()
  const requested = useFundReset().data?.requested ?? null
  const [doing, setDoing] = useState<'change' | 'reset'>()
  const end = () => setDoing(undefined)
  return (
    <>
      <p>{changedAt === null ? t('fund.isSet') : t('fund.changedAt', { time: when(changedAt) })}</p>
      {lockedUntil !== null && <Banner>{t('fund.locked', { time: when(lockedUntil) })}</Banner>}
      {lockedUntil === null && left < 5 && <p className="text-13 text-warn">{t('fund.left', { count: left })}</p>}
      {requested !== null && <ResetProgress requested={requested} />}
      <div className="flex flex-wrap gap-3">
        <Button
          variant={doing === 'change' ? 'weak' : 'secondary'}
          aria-expanded={doing === 'change'}
          onClick={() => setDoing('change')}
        >
          {t('fund.change')}
        </Button>
        {requested?.status !== 'WAITING' && (
          <Button
            variant={doing === 'reset' ? 'weak' : 'secondary'}
            aria-expanded={doing === 'reset'}
            onClick={() => setDoing('reset')}
          >
            {t('fund.lost')}
          </Button>
        )}
      </div>
      {doing !== undefined && <p className="max-w-text text-13 text-fg2">{t('fund.waits')}</p>}
      {doing === 'change' && <ChangeForm onDone={end} />}
      {doing === 'reset' && <SetForm kind="reset" onDone={end} />}
    </>
  )
}
