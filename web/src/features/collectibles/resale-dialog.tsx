import { offerNft } from '@evenhand/protocol/collectible-resale.ts'
import type { OwnedCollectible } from '@evenhand/protocol/collectibles.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Dialog, DialogActions } from '@evenhand/ui/dialog.tsx'
import { FieldError, TextField } from '@evenhand/ui/field.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { Row } from '../../lib/figure-row.tsx'
import { Amount } from '../../lib/format.tsx'
import { isRefused } from '../../lib/problem.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { NotProved, withProof } from '../../lib/proof.ts'
import { toFirstError } from '../../lib/use-first-error.ts'
import { useKeyedChange } from '../../lib/use-keyed-change.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import { ResaleParts } from './resale-parts.tsx'
import { readPrice, type ReadPrice } from './resale-price.ts'
import { useResaleProblem } from './resale-problem.ts'

/** The price at which an owner offers a work, and while it is typed what buyer, charity and owner give and receive. */
export function ResaleDialog({ work, onClose }: { work: OwnedCollectible; onClose: () => void }) {
  const t = useTranslations('collectibles')
  const common = useTranslations('common')
  const { amount } = useLocalNumber()
  const problemText = useProblemText()
  const resaleProblem = useResaleProblem()
  const [text, setText] = useState('')
  const [pressed, setPressed] = useState(false)
  const read = readPrice(text)
  const mistake = useMistakeText(read, pressed)
  const { mutate, isPending, error, reset } = useKeyedChange(
    (price: bigint, options) => withProof(() => call(offerNft, { nftId: work.id, price }, options)),
    ({ resale }) => {
      toast(t('resale.done', { title: work.title, amount: amount(resale?.price ?? '0', 'USDT') }), 'good')
      onClose()
    },
  )
  const isOfPrice = isRefused(error, 'amountWrong')
  return (
    <Dialog
      variant="sheet"
      open
      onClose={onClose}
      title={t('resale.offerTitle', { title: work.title })}
      closeLabel={common('close')}
    >
      <form
        ref={toFirstError}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          setPressed(true)
          if (!isPending && 'units' in read) mutate(read.units)
        }}
      >
        <PriceField
          text={text}
          onType={(next) => {
            reset()
            setText(next)
          }}
          error={isOfPrice ? problemText(error) : mistake}
        />
        <Parts read={read} charity={work.charity.name} />
        <Rules />
        <FieldError>
          {error === null || error instanceof NotProved || isOfPrice
            ? undefined
            : (resaleProblem(error) ?? problemText(error))}
        </FieldError>
        <DialogActions>
          <Button type="submit" size="large" busy={isPending} className="grow">
            {'units' in read ? t('resale.confirm', { amount: amount(read.money.price, 'USDT') }) : t('resale.offer')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

type FieldProps = { text: string; onType: (text: string) => void; error: string | undefined }

function PriceField({ text, onType, error }: FieldProps) {
  const t = useTranslations('collectibles')
  return (
    <TextField
      data-first
      label={t('resale.price')}
      value={text}
      onChange={({ target }) => onType(target.value)}
      error={error}
      suffix="USDT"
      dir="ltr"
      inputMode="decimal"
      autoComplete="off"
      enterKeyHint="done"
      maxLength={30}
    />
  )
}

function Rules() {
  const t = useTranslations('collectibles')
  return (
    <ul className="flex list-disc flex-col gap-1.5 ps-5 text-13 text-fg2">
      {(['anytime', 'passes', 'rule'] as const).map((line) => (
        <li key={line}>{t(`resale.${line}`)}</li>
      ))}
    </ul>
  )
}

/** Where each unit goes, of the price that is typed; dashes until it is one. */
function Parts({ read, charity }: { read: ReadPrice; charity: string }) {
  const t = useTranslations('collectibles')
  const money = 'units' in read ? read.money : undefined
  return (
    <dl aria-live="polite" className="flex flex-col gap-1.5 rounded-control bg-sunken px-4 py-3">
      <Row name={t('resale.pays')}>{money ? <Amount text={money.price} /> : '—'}</Row>
      {money ? (
        <ResaleParts money={money} charity={charity} seller={t('resale.receives')} />
      ) : (
        <>
          <Row name={charity}>—</Row>
          <Row name={t('resale.receives')}>—</Row>
        </>
      )}
      <Row name={t('charity.fee')}>
        <Amount text="0" />
      </Row>
    </dl>
  )
}

/** The words for what is wrong with a price; nothing is shown for an empty field before the button was pressed. */
function useMistakeText(read: ReadPrice, pressed: boolean): string | undefined {
  const t = useTranslations('collectibles')
  const amounts = useTranslations('amount')
  const { amount } = useLocalNumber()
  if (!('mistake' in read)) return undefined
  switch (read.mistake) {
    case 'empty':
      return pressed ? t('resale.empty') : undefined
    case 'malformed':
      return amounts('malformed')
    case 'ambiguous':
      return amounts('ambiguous', { amount: amount(read.reading ?? '') })
    case 'steps':
      return t('bid.steps')
    case 'zero':
      return t('resale.zero')
  }
}
