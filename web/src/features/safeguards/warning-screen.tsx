import { acknowledgeRisk } from '@evenhand/protocol/safeguards.ts'
import { Button, buttonClass } from '@evenhand/ui/button.tsx'
import { FieldError } from '@evenhand/ui/field.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { Banner, Card, ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@evenhand/ui/router.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { Figure } from '../../lib/format.tsx'
import type { ScreenProps } from '../../lib/feature.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { useSession } from '../../lib/session.ts'
import { LossWarning } from './loss-warning.tsx'
import { productOf, searchOf, type ProductSearch } from './product-search.ts'
import { clockText, useTimeLeft } from './use-time-left.ts'
import { useWhen } from '../../lib/use-when.ts'
import { useSafeguards, useSafeguardsChanged, type Safeguards } from './use-safeguards.ts'

/** The personal risk warning on a screen of its own: shown, a day to think it over, then going on or leaving. */
export function WarningScreen({ search }: ScreenProps<ProductSearch>) {
  const product = productOf(search)
  const common = useTranslations('common')
  const problemText = useProblemText()
  const { data, error, refetch } = useSafeguards()
  const params = data?.products.find((one) => one.product === product)
  if (params) return <Warning key={product} warning={params} again={() => void refetch()} />
  if (!error) return <Skeleton className="h-80 max-w-card rounded-card" />
  return (
    <ErrorState
      title={common('state.loadFailed')}
      text={problemText(error)}
      action={<Button onClick={() => void refetch()}>{common('retry')}</Button>}
    />
  )
}

type Params = Safeguards['products'][number]

function Warning({ warning: params, again }: { warning: Params; again: () => void }) {
  const t = useTranslations('safeguards')
  const user = useSession()?.user
  const name = user?.username || user?.email || ''
  const { product } = params
  const { status, until } = params.coolingOff
  const { shown, decide, problem, busy } = useDecision(params)
  if (!params.offered.real) return <Banner variant="warn">{t(`product.${product}.notOffered`)}</Banner>
  return (
    <Card className="flex max-w-card flex-col gap-4 p-5 desktop:p-8">
      <h2 className="flex items-start gap-3 text-20 font-700">
        <Icon name="warning" size={24} className="mt-0.5 text-warn" />
        <span>{t('warning.title', { who: `\u2068${name}\u2069` })}</span>
      </h2>
      <p className="text-16 font-600">{t(`product.${product}.risk`)}</p>
      <p>
        <LossWarning product={product} />
      </p>
      <p>{t('warning.money')}</p>
      {status === 'RUNNING' && until !== null && <Waiting until={until} onOver={again} />}
      {status === 'NONE' && !problem && <Skeleton className="h-20 rounded-control" />}
      {status === 'READY' && <p className="font-600">{t(`product.${product}.ready`)}</p>}
      <FieldError>{problem}</FieldError>
      {status === 'NONE' && problem && <Button onClick={shown}>{t('warning.showAgain')}</Button>}
      {(status === 'RUNNING' || status === 'READY') && (
        <div className={`grid gap-3 ${status === 'READY' ? 'grid-cols-2' : ''}`}>
          <Button variant="secondary" size="large" busy={busy} onClick={() => decide(false)}>
            {t('warning.leave')}
          </Button>
          {status === 'READY' && (
            <Button variant="secondary" size="large" busy={busy} onClick={() => decide(true)}>
              {t('warning.goOn')}
            </Button>
          )}
        </div>
      )}
      {(status === 'RUNNING' || status === 'READY') && <p className="text-13 text-fg2">{t('warning.leaveText')}</p>}
      {status === 'CONFIRMED' && <Banner variant="good">{t('warning.confirmed')}</Banner>}
      {params.quiz.status !== 'PASSED' && (
        <Banner
          variant="info"
          action={
            <Link to="/profile/quiz" search={searchOf(product)} className={buttonClass('secondary')}>
              {t('page.quiz')}
            </Link>
          }
        >
          {t('warning.quizToo')}
        </Banner>
      )}
      {status === 'CONFIRMED' && params.quiz.status === 'PASSED' && (
        <Link to="/market" className={buttonClass('secondary', 'large')}>
          {t('toMarkets')}
        </Link>
      )}
    </Card>
  )
}

/** The showing itself, which begins the day, and the decision after it. */
function useDecision({ product, offered, coolingOff }: Params) {
  const t = useTranslations('safeguards')
  const problemText = useProblemText()
  const changed = useSafeguardsChanged()
  const navigate = useNavigate()
  const sent = useRef(false)
  const ack = useMutation({
    meta: { handled: true },
    mutationFn: (confirm: boolean | undefined) =>
      call(acknowledgeRisk, confirm === undefined ? { product } : { product, confirm }),
    onSuccess: async (_result, confirm) => {
      if (confirm === false) {
        toast(t('warning.left'), 'good')
        void navigate({ to: '/market' })
      } else await changed()
    },
  })
  const shown = useEffectEvent(() => {
    if (sent.current) return
    sent.current = true
    ack.mutate(undefined)
  })
  const due = offered.real && coolingOff.status === 'NONE'
  useEffect(() => {
    if (due) shown()
  }, [due])
  return {
    shown: () => ack.mutate(undefined),
    decide: (confirm: boolean) => {
      sent.current = true
      ack.mutate(confirm)
    },
    problem: ack.error ? problemText(ack.error) : undefined,
    busy: ack.isPending,
  }
}

const daySeconds = 86_400

function Waiting({ until, onOver }: { until: number; onOver: () => void }) {
  const t = useTranslations('safeguards')
  const when = useWhen()
  // A price that lags a second behind would otherwise show more than the day.
  const seconds = Math.min(daySeconds, useTimeLeft(until, onOver))
  return (
    <div className="rounded-control bg-sunken p-4 text-center">
      <p>{t('warning.wait', { time: when(until) })}</p>
      <p role="timer" aria-label={t('warning.timeLeft')} className="mt-2 text-24 font-700">
        <Figure>{clockText(seconds)}</Figure>
      </p>
      <p className="mt-2 text-13 text-fg2">{t('meanwhile')}</p>
    </div>
  )
}
