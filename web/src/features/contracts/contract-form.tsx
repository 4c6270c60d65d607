import { Button, buttonClass } from '@evenhand/ui/button.tsx'
import { Select } from '@evenhand/ui/select.tsx'
import { Banner } from '@evenhand/ui/states.tsx'
import { Link } from '@evenhand/ui/router.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Dot } from '../../lib/dot.tsx'
import { formatAmount, formatDecimal } from '../../lib/format.tsx'
import { useProblemText } from '../../lib/problem-text.ts'
import { useAccountMode } from '../../lib/session.ts'
import { useIsolated } from '../../lib/use-isolated.ts'
import { useRetryWait } from '../../lib/use-retry-wait.ts'
import { ContractWarning } from './contract-warning.tsx'
import { NumberBox } from './number-box.tsx'
import { shownPrice } from './shown-price.ts'
import { StopFields } from './stop-fields.tsx'
import { LeverageChoice, LotsFields, SideChoice, TypeChoice } from './ticket-choices.tsx'
import { TicketCosts, TicketFigures } from './ticket-costs.tsx'
import type { ContractTicketModel } from './use-contract-ticket.ts'
import { toFirstError } from '../../lib/use-first-error.ts'

const dot = () => <Dot />

export type ContractFormProps = {
  ticket: ContractTicketModel
  /** What helps an account that is too small: its reset, or the way to the virtual one. */
  reset: ReactNode
  toVirtual: ReactNode
  /** The button that sends, or what the real account needs before it. */
  guard: (action: ReactNode) => ReactNode
}

/** The fields of a contract, its costs and margin, and the button that sends it. */
export function ContractForm({ ticket, reset, toVirtual, guard }: ContractFormProps) {
  const t = useTranslations('contracts')
  const problemText = useProblemText()
  const { state, errors, refused, field, change, preview } = ticket
  const problemAt = (at: typeof field) => (field === at && refused ? problemText(refused) : undefined)
  return (
    <form
      ref={toFirstError}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        ticket.submit()
      }}
      className="group/ticket flex flex-col gap-3"
    >
      <SideChoice value={state.side} onChange={(side) => change({ side })} />
      <TypeChoice ticket={ticket} />
      {state.orderType !== 'MARKET' && (
        <NumberBox
          label={t('ticket.price')}
          text={state.priceText}
          placeholder={preview ? shownPrice(preview.bid, ticket.decimals) : ''}
          error={errors.price ? t('ticket.priceWrong') : problemAt('price')}
          onType={(priceText) => change({ priceText })}
        />
      )}
      <LotsFields ticket={ticket} error={errors.lots ? t('ticket.lotsWrong') : problemAt('lots')} />
      <LeverageChoice ticket={ticket} />
      <StopFields
        entries={state}
        prices={ticket.stops}
        scale={ticket.scale}
        problem={errors.stops}
        bounds={preview}
        decimals={ticket.decimals}
        refused={field === 'stops' ? refused : undefined}
        checked={ticket.checked}
        onChange={change}
      />
      <MoreSettings ticket={ticket} />
      {preview ? (
        <TicketFigures preview={preview} decimals={ticket.decimals} />
      ) : (
        !refused && <p className="text-13 text-fg2">{t('ticket.noFigures')}</p>
      )}
      {preview && <TicketCosts preview={preview} decimals={ticket.decimals} />}
      {field === 'margin' && (
        <div role="alert" {...inSight}>
          <Banner variant="warn">
            <p className="mb-2">{problemAt('margin')}</p>
            <MarginHelp reset={reset} toVirtual={toVirtual} />
          </Banner>
        </div>
      )}
      <FormProblem ticket={ticket} />
      {/* Where a country is not offered it, nothing that could be done would open it. */}
      {refused?.key !== 'notInYourCountry' && (
        <div className="sticky -bottom-3 z-10 -mx-4 bg-surface px-4 py-2 desktop:bottom-0 desktop:pb-6">
          {guard(<ConfirmButton ticket={ticket} />)}
        </div>
      )}
      <p className="text-12 text-fg2">{t('ticket.rule')}</p>
      <ContractWarning />
    </form>
  )
}

/** What few change: how far a fill may slip, and how long a pending order waits. */
function MoreSettings({ ticket: { state, pip, change } }: { ticket: ContractTicketModel }) {
  const t = useTranslations('contracts')
  const isolated = useIsolated()
  if (state.orderType !== 'MARKET')
    return (
      <Select
        label={t('ticket.valid')}
        value={String(state.days)}
        options={[0, 1, 7, 30].map((days) => ({
          value: String(days),
          label: days === 0 ? t('ticket.untilCancelled') : t('ticket.days', { count: days }),
        }))}
        onChange={(event) => change({ days: Number(event.target.value) })}
      />
    )
  return (
    <details className="text-13">
      <summary className="min-h-9 w-fit cursor-pointer py-1.5 text-accent-text mobile:min-h-11 mobile:py-2.5">
        {t('ticket.more')}
      </summary>
      <NumberBox
        label={t('ticket.slippage')}
        text={state.slippageText}
        onType={(slippageText) => change({ slippageText })}
        error={/^\d{0,5}$/.test(state.slippageText.trim()) ? undefined : t('ticket.slippageWrong')}
      />
      <p className="mt-1 text-12 text-fg2">{t('ticket.slippageHint', { pip: isolated(formatDecimal(pip)) })}</p>
    </details>
  )
}

/** The button, with what it buys or sells and the margin that takes. */
export function ConfirmButton({ ticket }: { ticket: ContractTicketModel }) {
  const t = useTranslations('contracts')
  const isolated = useIsolated()
  const { state, preview, sending } = ticket
  const wait = useRetryWait(ticket.refused)
  const busy = sending.kind === 'sending' || sending.kind === 'looking'
  const margin = preview && isolated(`${formatAmount(preview.requiredMargin, 2)}\u00A0USDT`)
  return (
    <Button
      type="submit"
      data-confirm
      variant={state.side === 'BUY' ? 'up' : 'down'}
      size="large"
      busy={busy}
      disabled={wait > 0}
      className="w-full"
    >
      {wait > 0 ? (
        t('ticket.waitSeconds', { seconds: wait })
      ) : busy ? (
        t('ticket.sending')
      ) : margin ? (
        <span>{t.rich(`ticket.confirm.${state.side}`, { lots: state.lotsText, margin, dot })}</span>
      ) : (
        t(`side.${state.side}`)
      )}
    </Button>
  )
}

/** A phone's form scrolls under its button: what went wrong comes into sight between that and the sheet's title. */
const inSight = {
  ref: (alert: HTMLElement | null) => alert?.scrollIntoView({ block: 'nearest' }),
  style: { scrollMarginBlock: '4rem 5.5rem' },
} as const

/** What the guard of the button reports already, with the way to it. */
const guarded: readonly string[] = ['quizNeeded', 'coolingOff']

/** A refusal with no field of its own, with the way that helps; or an order whose effect is not known. */
function FormProblem({ ticket: { refused, field, sending } }: { ticket: ContractTicketModel }) {
  const t = useTranslations('contracts')
  const problemText = useProblemText()
  if (refused && field === 'form') {
    if (guarded.includes(refused.key)) return null
    const isOwn = refused.key === 'ownLimitReached' || refused.key === 'excluded'
    return (
      <div role="alert" {...inSight}>
        <Banner variant="warn">
          {problemText(refused)}{' '}
          {isOwn && (
            <Link to="/profile/limits" className="font-600 text-accent-text">
              {t('ticket.wayOut')}
            </Link>
          )}
        </Banner>
      </div>
    )
  }
  if (sending.kind !== 'unknown' && sending.kind !== 'notPlaced') return null
  return (
    <div role="alert" {...inSight}>
      <Banner variant={sending.kind === 'notPlaced' ? 'info' : 'warn'}>
        {t(`ticket.${sending.kind}`)}{' '}
        <Link to="/profile/orders" search={{ product: 'contracts' }} className="font-600 text-accent-text">
          {t('ticket.seeOrders')}
        </Link>
      </Banner>
    </div>
  )
}

/** On the real account money can be brought in; the virtual one is brought back to what it began with. */
function MarginHelp({ reset, toVirtual }: Pick<ContractFormProps, 'reset' | 'toVirtual'>) {
  const t = useTranslations('contracts')
  if (useAccountMode() === 'virtual') return <>{reset}</>
  return (
    <span className="flex flex-wrap gap-2">
      <Link to="/profile/balance" search={{}} className={buttonClass('secondary', 'small')}>
        {t('ticket.deposit')}
      </Link>
      {/* What the account needs before its first order, further down, offers the same. */}
      <span className="contents group-has-data-need/ticket:hidden">{toVirtual}</span>
    </span>
  )
}
