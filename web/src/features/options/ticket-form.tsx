import { Button, buttonClass } from '@evenhand/ui/button.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Banner } from '@evenhand/ui/states.tsx'
import { Link } from '@evenhand/ui/router.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { formatAmount } from '../../lib/format.tsx'
import { useAccountMode } from '../../lib/session.ts'
import { AmountField } from './amount-field.tsx'
import { quickAmounts } from './buy-ticket.form.ts'
import type { Closure } from './market-closure.ts'
import { TicketAction } from './ticket-action.tsx'
import { DirectionChoice, TermChoice } from './ticket-choices.tsx'
import { TicketFigures } from './ticket-figures.tsx'
import { useAmountErrorText, useClosureText } from './ticket-texts.ts'
import type { Ticket } from './use-ticket.ts'

type FormProps = {
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
}

/** The ticket's fields, figures and button; or, while no order can be sent, the reason in their place. */
export function TicketForm({ ticket, closure, grain, source, reset, toVirtual, warning }: FormProps) {
  const virtual = useAccountMode() === 'virtual'
  const t = useTranslations('instrument')
  const closureText = useClosureText()
  const { state, summary, terms } = ticket
  if (closure || ticket.place === 'closed') return <ClosedTicket ticket={ticket} closure={closure} grain={grain} />
  const { session } = ticket.item
  const termError =
    ticket.errors.limitTime || ticket.place === 'limitTime'
      ? t('ticket.termGone')
      : !ticket.lasts && closureText({ why: 'endsSoon', at: session.until })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        ticket.submit()
      }}
      className="flex flex-col gap-3"
    >
      <DirectionChoice value={state.direction} onChange={ticket.chooseDirection} />
      <TermChoice
        terms={terms}
        value={state.limitTime}
        session={session}
        onChange={ticket.chooseLimitTime}
        error={termError}
      />
      {grain}
      <AmountField
        text={state.amountText}
        read={summary.amount?.text}
        min={summary.terms?.min ?? '0'}
        max={summary.terms?.max ?? '0'}
        free={ticket.free}
        quick={summary.terms ? quickAmounts(summary.terms) : []}
        error={
          (ticket.errors.amount || ticket.place === 'amount') && (
            <AmountProblem ticket={ticket} help={virtual ? reset : <RealHelp toVirtual={toVirtual} />} />
          )
        }
        inputRef={ticket.amountInput}
        onType={ticket.typeAmount}
        onLeave={ticket.leaveAmount}
      />
      <TicketFigures summary={summary} source={source} />
      <p className="text-12 text-fg2">{t('ticket.rule')}</p>
      <TicketAction ticket={ticket} />
      <div className="flex items-start gap-2 text-12 text-fg2">
        <Icon name="warning" size={14} className="mt-0.5" />
        {/* Real money has the whole warning, which says the same and more. */}
        {(!virtual && warning) || t('ticket.risk')}
      </div>
    </form>
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
      {toVirtual}
    </span>
  )
}

function AmountProblem({ ticket, help }: { ticket: Ticket; help: ReactNode }) {
  const errorText = useAmountErrorText()
  const error = ticket.errors.amount
  const refused = ticket.place === 'amount' ? ticket.refused : undefined
  const short = error?.is === 'overFree' || refused?.key === 'insufficientBalance'
  return (
    <>
      {error ? errorText(error) : refused && ticket.problemText(refused)}
      {error?.is === 'ambiguous' && (
        <span className="mt-1.5 flex flex-wrap gap-1.5">
          {error.readings.map((reading) => (
            <Button key={reading} look="secondary" size="small" onClick={() => ticket.typeAmount(reading)}>
              <bdi dir="ltr">{formatAmount(reading)} USDT</bdi>
            </Button>
          ))}
        </span>
      )}
      {short && <span className="mt-1.5 block">{help}</span>}
    </>
  )
}

function ClosedTicket({ ticket, closure, grain }: Pick<FormProps, 'ticket' | 'closure' | 'grain'>) {
  const t = useTranslations('instrument')
  const closureText = useClosureText()
  return (
    <div role="status" className="flex flex-col gap-3">
      <Banner look="warn">
        <p className="font-600">{t('closed.title')}</p>
        <p>{closure ? closureText(closure) : ticket.problemText(ticket.refused)}</p>
      </Banner>
      {closure?.why === 'notOffered' && grain}
      <p className="text-13 text-fg2">{t('closed.safe')}</p>
      <div className="flex flex-wrap gap-2">
        {!closure && (
          <Button look="secondary" onClick={ticket.dismiss}>
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
