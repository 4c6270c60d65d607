import { Button } from '@evenhand/ui/button.tsx'
import { Banner } from '@evenhand/ui/states.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { SignInLinks } from '../../layout/sign-in-links.tsx'
import { Dot } from '../../lib/dot.tsx'
import { formatAmount } from '../../lib/format.tsx'
import { languageOf, useLang } from '../../lib/settings.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import { useRetryWait } from '../../lib/use-retry-wait.ts'
import type { Ticket } from './use-ticket.ts'

const dot = () => <Dot />

/** The button that sends, with what it sends; or the way to sign in and back; and what became of the last press. */
export function TicketAction({ ticket }: { ticket: Ticket }) {
  const t = useTranslations('instrument')
  const rtl = languageOf(useLang()).dir === 'rtl'
  const { state, summary, sending, refused, field } = ticket
  const wait = useRetryWait(refused)
  const waiting = wait > 0
  // In a right-to-left sentence the amount and its unit keep their own order.
  const isolate = (amount: string) => (rtl ? `\u2066${amount}\u2069` : amount)
  const busy = sending.kind === 'sending' || sending.kind === 'looking'
  if (!ticket.signedIn) return <SignInLinks />
  const up = state.direction === 'UP'
  const label = summary.amount
    ? t.rich(up ? 'ticket.confirmUp' : 'ticket.confirmDown', {
        amount: isolate(`${formatAmount(summary.amount.text)}\u00A0USDT`),
        dot,
      })
    : t(up ? 'ticket.up' : 'ticket.down')
  return (
    <>
      <ActionProblem ticket={ticket} />
      <Button
        data-confirm
        variant={up ? 'up' : 'down'}
        size="large"
        busy={busy}
        disabled={waiting || sending.kind === 'unknown' || field === 'terms'}
        onClick={ticket.submit}
        className="w-full"
      >
        {waiting ? (
          t('ticket.waitSeconds', { seconds: wait })
        ) : sending.kind === 'sending' ? (
          t('ticket.sending')
        ) : sending.kind === 'looking' ? (
          t('ticket.looking')
        ) : (
          <span>{label}</span>
        )}
      </Button>
    </>
  )
}

/** What stands above the button: new terms, an order whose effect is not known, or a refusal with no field of its own. */
function ActionProblem({ ticket }: { ticket: Ticket }) {
  const t = useTranslations('orders')
  const { sending, refused, field } = ticket
  if (field === 'terms') return <NewTerms ticket={ticket} />
  if (refused && field === 'form')
    return (
      <div role="alert">
        <Banner variant="danger">
          {ticket.problemText(refused)} <OrdersLink />
        </Banner>
      </div>
    )
  if (sending.kind !== 'unknown' && sending.kind !== 'notPlaced' && sending.kind !== 'looking') return null
  return (
    <div role="status">
      <Banner variant={sending.kind === 'notPlaced' ? 'info' : 'warn'}>
        {t(`unanswered.${sending.kind}`)} <OrdersLink />
        {sending.kind === 'unknown' && (
          <Button variant="secondary" size="small" onClick={ticket.checkAgain} className="mt-2 flex">
            {t('unanswered.lookAgain')}
          </Button>
        )}
      </Banner>
    </div>
  )
}

const OrdersLink = () => {
  const t = useTranslations('instrument')
  return (
    <Link to="/profile/orders" search={{}} className="font-600 text-accent-text">
      {t('ticket.seeOrders')}
    </Link>
  )
}

/** The terms changed between reading and sending: old and new side by side, and one press for the new ones. */
function NewTerms({ ticket }: { ticket: Ticket }) {
  const t = useTranslations('orders')
  const { number } = useLocalNumber()
  const quote = ticket.refused?.params['quote'] as { payoutRate?: string } | undefined
  const rate = quote?.payoutRate
  const percent = (text: string) => number(shiftTwo(text), { minDecimals: 2, percent: true })
  if (rate === undefined) return null
  return (
    <div role="alert">
      <Banner variant="warn">
        <p className="font-600">{t('newTerms.title')}</p>
        <p>{t('newTerms.oldNew', { before: percent(ticket.summary.terms?.payoutRate ?? '0'), now: percent(rate) })}</p>
        <div className="mt-2 flex gap-2">
          <Button size="small" onClick={() => ticket.agree(rate)}>
            {t('newTerms.agree')}
          </Button>
          <Button variant="secondary" size="small" onClick={ticket.dismiss}>
            {t('newTerms.decline')}
          </Button>
        </div>
      </Banner>
    </div>
  )
}

/** A rate as a percentage: the point moves two digits. */
function shiftTwo(rate: string): string {
  const [first = '0', fraction = ''] = rate.split('.')
  const digits = first + fraction.padEnd(4, '0')
  const whole = digits.slice(0, first.length + 2).replace(/^0+(?=\d)/, '')
  return `${whole}.${digits.slice(first.length + 2)}`
}
