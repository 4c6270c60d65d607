import { dayMs } from '@evenhand/protocol/durations.ts'
import { buySmart, type PlanProduct } from '@evenhand/protocol/plans.ts'
import { sentenceDate } from '@evenhand/protocol/sentence-date.ts'
import { Button, buttonClass } from '@evenhand/ui/button.tsx'
import { Dialog, DialogActions } from '@evenhand/ui/dialog.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { Banner, Skeleton } from '@evenhand/ui/states.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useState, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Dot } from '../../lib/dot.tsx'
import { usdtText } from '../../lib/usdt.ts'
import { Percent, Row } from '../../lib/figure-row.tsx'
import { productNow } from '../../feed/quote-store.ts'
import { freeUsdt, useBalances } from '../../lib/balances.ts'
import { call } from '../../lib/call.ts'
import { DialogProblem } from '../../lib/dialog-problem.tsx'
import { evenAmounts } from '../../lib/even-amounts.tsx'
import { Amount } from '../../lib/format.tsx'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { isRefused } from '../../lib/problem.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { languageOf, useLang } from '../../lib/settings.ts'
import { loadTexts } from '../../lib/texts.ts'
import { useKeyedChange } from '../../lib/use-keyed-change.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import { AmountBox, readAmount, useAmountProblem, type ReadAmount } from '../../lib/amount-box.tsx'
import { figuresOf, rangeLeft, termsOfProduct } from './plan-figures.ts'
import { usePlanCooling } from './use-plan-warning.ts'
import { toFirstError } from '../../lib/use-first-error.ts'

/** Refusals that are about the amount stand under it. */
const amountRefusals = ['investmentWrong', 'fundsShort', 'capacityReached'] as const
const isOfAmount = (problem: unknown): boolean => amountRefusals.some((key) => isRefused(problem, key))

type DialogProps = { product: PlanProduct; onClose: () => void }

const PlanWarning = lazyPart(
  async () => {
    const [part] = await Promise.all([import('./plan-warning.tsx'), loadTexts('safeguards')])
    return part.PlanWarning
  },
  <Skeleton className="h-60" />,
)

/** A plan before it is subscribed; before the first one the warning, which is thought over for a day. */
export function SubscribeDialog({ product, onClose }: DialogProps) {
  const common = useTranslations('common')
  const cooling = usePlanCooling()
  return (
    <Dialog variant="sheet" open onClose={onClose} title={product.name} closeLabel={common('close')}>
      {cooling === undefined ? (
        <Skeleton className="h-60" />
      ) : cooling.status === 'CONFIRMED' ? (
        <SubscribeForm product={product} onClose={onClose} />
      ) : (
        <PlanWarning cooling={cooling} onLeave={onClose} />
      )}
    </Dialog>
  )
}

/** The amount, what it comes to, where the money goes, and what leaving costs. */
function SubscribeForm({ product, onClose }: DialogProps) {
  const t = useTranslations('plans')
  const problemText = useProblemText()
  const { amount } = useLocalNumber()
  const [text, setText] = useState('')
  const [pressed, setPressed] = useState(false)
  const range = rangeLeft(product)
  const read = readAmount(text, range)
  const { mutate, isPending, error, reset } = useKeyedChange(
    (units: bigint, options) =>
      call(
        buySmart,
        { productId: product.id, days: product.days, amount: units, termsHash: product.termsHash },
        options,
      ),
    ({ principal }) => {
      toast(t('subscribe.done', { amount: amount(principal, 'USDT') }), 'good')
      onClose()
    },
  )
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setPressed(true)
    if (!('units' in read) || isPending) return
    mutate(read.units)
  }
  return (
    <form ref={toFirstError} noValidate data-first-field onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-13 text-fg2">
        {t('days', { days: product.days })}
        <Dot />
        <Percent text={product.dailyRate} /> {t('rate.day')}
        <Dot />
        <Percent text={product.aprDisplay} /> {t('rate.year')}
      </p>
      <AmountPart
        read={read}
        text={text}
        range={range}
        pressed={pressed}
        refusal={isOfAmount(error) ? error : null}
        onType={(next) => {
          reset()
          setText(next)
        }}
      />
      <Terms product={product} principal={'units' in read ? read.units : undefined} />
      {isRefused(error, 'quoteChanged') && <Banner>{problemText(error)}</Banner>}
      <DialogActions>
        <DialogProblem>
          {error && !isOfAmount(error) && !isRefused(error, 'quoteChanged') && problemText(error)}
        </DialogProblem>
        <Button type="submit" size="large" busy={isPending} className="grow">
          {'units' in read
            ? t('subscribe.confirm', { amount: amount(usdtText(read.units), 'USDT') })
            : t('card.subscribe')}
        </Button>
      </DialogActions>
    </form>
  )
}

type PartProps = {
  read: ReadAmount
  text: string
  range: ReturnType<typeof rangeLeft>
  pressed: boolean
  /** What the server refused of the amount. */
  refusal: unknown
  onType: (text: string) => void
}

/** The amount beside what is free, and what is wrong about it. */
function AmountPart({ read, text, range, pressed, refusal, onType }: PartProps) {
  const t = useTranslations('plans')
  const amountTexts = useTranslations('amount')
  const problemText = useProblemText()
  const problemOf = useAmountProblem()
  const { data: balances } = useBalances()
  const free = balances && freeUsdt(balances.real)
  const empty = pressed && text.trim() === '' ? amountTexts('empty') : undefined
  return (
    <>
      <AmountBox
        label={t('amount.label')}
        text={text}
        onType={onType}
        range={range}
        error={refusal === null ? (problemOf(read, range) ?? empty) : problemText(refusal)}
        aside={
          free !== undefined && (
            <>
              {amountTexts('free')} <Amount text={free} />
            </>
          )
        }
      />
      {isRefused(refusal, 'fundsShort') && (
        <Link to="/profile/balance" className={`${buttonClass('secondary')} self-start`}>
          {t('subscribe.deposit')}
        </Link>
      )}
    </>
  )
}

/** What holds to the end of the plan, whatever becomes of its product. */
function Terms({ product, principal }: { product: PlanProduct; principal: bigint | undefined }) {
  const t = useTranslations('plans')
  const { tag } = languageOf(useLang())
  const terms = termsOfProduct(product)
  const figures = principal === undefined ? undefined : figuresOf(terms, principal)
  const time = sentenceDate(tag, { timeStyle: 'short' })
  const now = productNow()
  const penalty = principal === undefined ? undefined : (principal * terms.penaltyPpm + 999_999n) / 1_000_000n
  const all = [figures?.daily, figures?.whole, figures?.back, penalty]
  const { amount } = evenAmounts(...all.map((units) => usdtText(units ?? 0n)))
  const shown = (units: bigint | undefined) => (units === undefined ? '—' : amount(usdtText(units)))
  return (
    <>
      <dl className="flex flex-col gap-1.5 rounded-control bg-sunken px-4 py-3">
        <Row name={t('calc.daily')}>{shown(figures?.daily)}</Row>
        <Row name={t('subscribe.setAside')} strong>
          {shown(figures?.whole)}
        </Row>
        <Row name={t('calc.ends')}>
          <bdi>{time.format(now + product.days * dayMs)}</bdi>
        </Row>
        <Row name={t('calc.back')}>{shown(figures?.back)}</Row>
        <Row name={t('card.penalty')}>{shown(penalty)}</Row>
      </dl>
      <ul className="flex list-disc flex-col gap-1.5 ps-5 text-13 text-fg2">
        <li>{t('subscribe.principal')}</li>
        <li>{t('subscribe.yield')}</li>
        <li>{t('subscribe.leave', { hours: product.earlyExit.coolingHours })}</li>
      </ul>
      <details className="text-13 text-fg2">
        <summary className="min-h-8 cursor-pointer mobile:min-h-11">{t('subscribe.terms')}</summary>
        <p dir="ltr" className="font-mono text-12 break-all">
          {product.termsHash}
        </p>
      </details>
    </>
  )
}
