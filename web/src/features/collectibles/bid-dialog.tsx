import type { Collectible, CollectibleFunds, OwnBid } from '@evenhand/protocol/collectibles.ts'
import { Button, buttonClass } from '@evenhand/ui/button.tsx'
import { Dialog, DialogActions } from '@evenhand/ui/dialog.tsx'
import { FieldError, TextField } from '@evenhand/ui/field.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { Banner } from '@evenhand/ui/states.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useState, type ReactNode, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Row } from '../../lib/figure-row.tsx'
import { Amount } from '../../lib/format.tsx'
import { isRefused } from '../../lib/problem.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { usdtText } from '../../lib/usdt.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import { offeredBids } from './bid-figures.ts'
import { FundsChoice, useFree } from './funds-choice.tsx'
import { useBid } from './use-bid.ts'
import { heldBy, readBid, useBidProblem } from './read-bid.ts'
import { toFirstError } from '../../lib/use-first-error.ts'

type DialogProps = { work: Collectible; own: OwnBid | undefined; onClose: () => void }

/** A bid before it is placed: the amount, a maximum if wanted, what is held and what follows. */
export function BidDialog({ work, own, onClose }: DialogProps) {
  const t = useTranslations('collectibles')
  const common = useTranslations('common')
  return (
    <Dialog
      variant="sheet"
      open
      onClose={onClose}
      title={t('bid.title', { title: work.title })}
      closeLabel={common('close')}
    >
      <BidForm work={work} own={own} onClose={onClose} />
    </Dialog>
  )
}

const amountRefusals = ['amountWrong', 'bidTooLow', 'fundsShort'] as const

function BidForm({ work, own, onClose }: DialogProps) {
  const t = useTranslations('collectibles')
  const problemText = useProblemText()
  const problemOf = useBidProblem()
  const { amount } = useLocalNumber()
  const free = useFree()
  const [text, setText] = useState('')
  const [maximumText, setMaximumText] = useState<string>()
  const [funds, setFunds] = useState<CollectibleFunds>(own?.funds ?? 'REAL')
  const [pressed, setPressed] = useState(false)
  const [isOutbid, setOutbid] = useState(false)
  const minBid = work.minNextBid ?? '0'
  const available = free && free[funds] + heldBy(own, funds)
  const read = readBid({ text, maximumText, minBid, available })
  const { mutate, isPending, error, reset } = useBid(work, ({ bid }) => {
    if (bid.status === 'OUTBID') return setOutbid(true)
    toast(t('bid.done', { amount: amount(bid.amount, 'USDT') }), 'good')
    return onClose()
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setPressed(true)
    if (isPending || read.units === undefined) return
    mutate({ amount: read.units, maximum: read.maximum, funds })
  }
  const type = (change: (next: string) => void) => (next: string) => {
    reset()
    setOutbid(false)
    change(next)
  }
  const isOfAmount = amountRefusals.some((key) => isRefused(error, key))
  const shownProblem = problemOf(read.problem, { text, maximumText, minBid, pressed })
  return (
    <form ref={toFirstError} noValidate data-first-field onSubmit={submit} className="flex flex-col gap-4">
      <AmountField
        label={t('bid.amount')}
        text={text}
        onType={type(setText)}
        error={isOfAmount ? problemText(error) : shownProblem.amount}
        aside={available !== undefined && <Amount text={usdtText(available)} />}
      />
      <Offered minBid={minBid} onChoose={type(setText)} />
      <FundsChoice value={funds} onChange={setFunds} />
      <Maximum
        text={maximumText}
        onType={type(setMaximumText)}
        onStop={() => setMaximumText(undefined)}
        error={shownProblem.maximum}
      />
      <Terms held={read.maximum ?? read.units} charity={work.charity.name} />
      {isOutbid && <Banner>{t('bid.outbid')}</Banner>}
      <FieldError>{error && !isOfAmount ? problemText(error) : undefined}</FieldError>
      {(isRefused(error, 'fundsShort') || read.problem?.amount === 'short') && (
        <Link to="/profile/balance" className={`${buttonClass('secondary')} self-start`}>
          {t('funds.deposit')}
        </Link>
      )}
      <DialogActions>
        <Button type="submit" size="large" busy={isPending} className="grow">
          {read.units === undefined
            ? t('bid.open')
            : t('bid.confirm', { amount: amount(usdtText(read.units), 'USDT') })}
        </Button>
      </DialogActions>
    </form>
  )
}

/** What is held, and what follows whether the bid wins or is outbid. */
function Terms({ held, charity }: { held: bigint | undefined; charity: string }) {
  const t = useTranslations('collectibles')
  return (
    <>
      <dl className="rounded-control bg-sunken px-4 py-3">
        <Row name={t('bid.held')} strong>
          {held === undefined ? '—' : <Amount text={usdtText(held)} />}
        </Row>
      </dl>
      <ul className="flex list-disc flex-col gap-1.5 ps-5 text-13 text-fg2">
        <li>{t('bid.heldText')}</li>
        <li>{t('bid.winText', { charity })}</li>
        <li>{t('bid.final')}</li>
      </ul>
    </>
  )
}

type FieldProps = {
  label: string
  text: string
  onType: (text: string) => void
  error?: string | undefined
  hint?: string
  aside?: ReactNode
}

const AmountField = ({ text, onType, ...rest }: FieldProps) => (
  <TextField
    {...rest}
    value={text}
    onChange={(event) => onType(event.target.value)}
    suffix="USDT"
    dir="ltr"
    inputMode="decimal"
    autoComplete="off"
    enterKeyHint="done"
    maxLength={30}
  />
)

/** The smallest bid and two above it, for one press. */
function Offered({ minBid, onChoose }: { minBid: string; onChoose: (text: string) => void }) {
  const t = useTranslations('collectibles')
  return (
    <div role="group" aria-label={t('detail.minNext')} className="-mt-2 flex flex-wrap gap-2">
      {offeredBids(minBid).map((text, at) => (
        <button
          key={text}
          type="button"
          onClick={() => onChoose(text)}
          className="inline-flex min-h-8 items-center gap-1.5 rounded-control bg-sunken px-3 text-13 text-fg2 hover:text-fg mobile:min-h-11"
        >
          {at === 0 && t('bid.least')} <Amount text={text} />
        </button>
      ))}
    </div>
  )
}

type MaximumProps = {
  text: string | undefined
  onType: (text: string) => void
  onStop: () => void
  error: string | undefined
}

/** The maximum up to which the platform bids for the customer; requested only where it is wanted. */
function Maximum({ text, onType, onStop, error }: MaximumProps) {
  const t = useTranslations('collectibles')
  return (
    <div className="flex flex-col gap-2">
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={text !== undefined}
          onChange={(event) => (event.target.checked ? onType('') : onStop())}
          className="size-5 shrink-0"
        />
        <span>{t('bid.auto')}</span>
      </label>
      {text !== undefined && (
        <AmountField label={t('bid.maximum')} text={text} onType={onType} error={error} hint={t('bid.autoText')} />
      )}
    </div>
  )
}
