import { Button, buttonClass } from '@evenhand/ui/button.tsx'
import { cx } from '@evenhand/ui/cx.ts'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Banner } from '@evenhand/ui/states.tsx'
import { Link } from '@evenhand/ui/router.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Figure, formatAmount, formatDecimal } from '../../lib/format.tsx'
import { useAccountMode } from '../../lib/session.ts'
import { AmountField } from './amount-field.tsx'
import { maxAmountOf, quickAmounts } from './buy-ticket.form.ts'
import { KeysHint } from './keys-hint.tsx'
import type { Closure } from './market-closure.ts'
import { TicketAction } from './ticket-action.tsx'
import { DirectionChoice, TermChoice } from './ticket-choices.tsx'
import { Payout, TicketFigures } from './ticket-figures.tsx'
import { useAmountErrorText } from './amount-texts.ts'
import { useClosureText } from './ticket-texts.ts'
import type { Ticket } from './use-ticket.ts'

export type FormProps = {
  ticket: Ticket
  closure: Closure | undefined
  /** Why limit times are missing. */
  grain: ReactNode
  source: ReactNode
  /** What helps an account that is too small: its reset, or the way to the virtual one. */
  reset: ReactNode
  toVirtual: ReactNode
  /** The risk warning that real money needs, with the share of accounts that lose. */
  warning: ReactNode
  /** Where orders can be placed while none can be here. */
  openMarkets: ReactNode
  /** Puts what an account needs before its first order in the place of the button. */
  guard?: ((action: ReactNode) => ReactNode) | undefined
  /** A phone's half sheet, which leaves the chart in sight: costs and rules stand behind a press. */
  compact?: boolean
}

/** The ticket's fields, figures and button; or, while no order can be sent, the reason in their place. */
export function TicketForm(props: FormProps) {
  const { ticket, closure, grain, reset, toVirtual, warning, compact = false } = props
  const virtual = useAccountMode() === 'virtual'
  const t = useTranslations('instrument')
  const trade = useTranslations('trade')
  const closureText = useClosureText()
  const { state, summary, terms } = ticket
  const help = virtual ? reset : <RealHelp toVirtual={toVirtual} />
  if (closure || ticket.field === 'closed') return <ClosedTicket {...props} />
  const { session } = ticket.item
  const termError =
    ticket.errors.limitTime || ticket.field === 'limitTime'
      ? t('ticket.termGone')
      : !ticket.lasts && closureText({ why: 'endsSoon', at: session.until })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        ticket.submit()
      }}
      className={cx('group/ticket flex flex-col', compact ? 'gap-1.5' : 'gap-3')}
    >
      {!compact && <DirectionChoice value={state.direction} onChange={ticket.chooseDirection} />}
      <TermChoice
        terms={terms}
        value={state.limitTime}
        session={session}
        onChange={ticket.chooseLimitTime}
        error={termError}
        compact={compact}
      />
      {!compact && grain}
      <AmountField
        compact={compact}
        text={state.amountText}
        read={summary.amount?.text}
        min={summary.terms?.min ?? '0'}
        max={summary.terms?.max ?? '0'}
        free={ticket.free}
        quick={summary.terms ? quickAmounts(summary.terms, ticket.free) : []}
        maxAmount={summary.terms && maxAmountOf(summary.terms, ticket.free)}
        error={(ticket.errors.amount || ticket.field === 'amount') && <AmountProblem ticket={ticket} help={help} />}
        inputRef={ticket.amountInput}
        onType={ticket.typeAmount}
        onStep={ticket.stepAmount}
        onRepeat={ticket.repeatLast}
        onLeave={ticket.leaveAmount}
      />
      {ticket.isTooLittle && (
        <Banner variant="info">
          <p className="mb-2">{trade(virtual ? 'empty.virtual' : 'empty.real')}</p>
          {help}
        </Banner>
      )}
      {compact ? <CompactEnd {...props} /> : <FullEnd {...props} />}
      {compact && !virtual && <div className="text-12 text-fg2">{warning}</div>}
    </form>
  )
}

const asItIs = (action: ReactNode): ReactNode => action

/** Payout and button in one row; costs and rules behind a press. */
function CompactEnd(props: FormProps) {
  const { ticket, grain, guard = asItIs } = props
  const t = useTranslations('instrument')
  const trade = useTranslations('trade')
  return (
    <>
      <div className="flex items-center gap-3 has-data-need:flex-col has-data-need:items-stretch">
        <Payout summary={ticket.summary} compact />
        <div className="min-w-0 grow">{guard(<TicketAction ticket={ticket} />)}</div>
      </div>
      <div className="relative text-13">
        {ticket.repeatLast && (
          <Button
            variant="link"
            size="small"
            onClick={ticket.repeatLast}
            className="absolute end-0 top-0 -me-3 font-400!"
          >
            <Icon name="retry" size={16} />
            {trade('repeat')}
          </Button>
        )}
        <details>
          <summary className="min-h-11 w-fit cursor-pointer py-3 text-accent-text">{trade('costs')}</summary>
          <div className="flex flex-col gap-2 pb-1">
            {ticket.free !== undefined && (
              <p className="text-fg2">
                {t('ticket.available')}{' '}
                <Figure className="whitespace-nowrap">{formatDecimal(ticket.free, { decimals: 2 })} USDT</Figure>
              </p>
            )}
            {grain}
            <Costs {...props} warning={undefined} />
          </div>
        </details>
      </div>
    </>
  )
}

function FullEnd(props: FormProps) {
  const { ticket, guard = asItIs } = props
  return (
    <>
      <Payout summary={ticket.summary} />
      {guard(<TicketAction ticket={ticket} />)}
      <Costs {...props} />
      <KeysHint />
    </>
  )
}

/** All that the order costs, and the rule it is decided by. */
function Costs({ ticket, source, warning }: Pick<FormProps, 'ticket' | 'source' | 'warning'>) {
  const virtual = useAccountMode() === 'virtual'
  const t = useTranslations('instrument')
  return (
    <>
      <TicketFigures summary={ticket.summary} source={source} />
      <p className="text-12 text-fg2">{t('ticket.rule')}</p>
      <div className="flex items-start gap-2 text-12 text-fg2">
        <Icon name="warning" size={14} className="mt-0.5" />
        {/* Real money has the whole warning, which has the same and more. */}
        {(!virtual && warning) || t('ticket.risk')}
      </div>
    </>
  )
}

/** On the real account money can be brought in; the virtual one is the other way. */
function RealHelp({ toVirtual }: { toVirtual: ReactNode }) {
  const t = useTranslations('instrument')
  return (
    <span className="flex flex-wrap gap-2">
      <Link to="/profile/balance" className={buttonClass('secondary')}>
        {t('ticket.deposit')}
      </Link>
      {/* What the account needs before its first order, further down, offers the same. */}
      <span className="contents group-has-data-need/ticket:hidden">{toVirtual}</span>
    </span>
  )
}

function AmountProblem({ ticket, help }: { ticket: Ticket; help: ReactNode }) {
  const errorText = useAmountErrorText()
  const error = ticket.errors.amount
  const refused = ticket.field === 'amount' ? ticket.refused : undefined
  // An empty account shows the same help below the field, whatever was typed.
  const short = !ticket.isTooLittle && (error?.is === 'overFree' || refused?.key === 'insufficientBalance')
  return (
    <>
      {error ? errorText(error) : refused && ticket.problemText(refused)}
      {error?.is === 'ambiguous' && (
        <span className="mt-1.5 flex flex-wrap gap-1.5">
          {error.readings.map((reading) => (
            <Button key={reading} variant="secondary" size="small" onClick={() => ticket.typeAmount(reading)}>
              <bdi dir="ltr">{formatAmount(reading)} USDT</bdi>
            </Button>
          ))}
        </span>
      )}
      {short && <span className="mt-1.5 block">{help}</span>}
    </>
  )
}

function ClosedTicket({ ticket, closure, grain, openMarkets }: FormProps) {
  const t = useTranslations('instrument')
  const closureText = useClosureText()
  return (
    <div role="status" className="flex flex-col gap-3">
      <Banner variant={closure?.why === 'closed' ? 'info' : 'warn'}>
        <p className="font-600">{t('closed.title')}</p>
        <p>{closure ? closureText(closure) : ticket.problemText(ticket.refused)}</p>
      </Banner>
      {closure?.why === 'notOffered' && grain}
      {openMarkets}
      <p className="text-13 text-fg2">{t('closed.safe')}</p>
      <div className="flex flex-wrap gap-2">
        {!closure && (
          <Button variant="secondary" onClick={ticket.dismiss}>
            {t('closed.openAgain')}
          </Button>
        )}
        <Link to="/market" className={buttonClass('quiet')}>
          {t('toMarkets')}
        </Link>
      </div>
    </div>
  )
}
