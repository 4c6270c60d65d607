import { buyResoldNft } from '@evenhand/protocol/collectible-resale.ts'
import { buyNft, type Collectible, type CollectibleFunds } from '@evenhand/protocol/collectibles.ts'
import { Button, buttonClass } from '@evenhand/ui/button.tsx'
import { Dialog, DialogActions } from '@evenhand/ui/dialog.tsx'
import { FieldError } from '@evenhand/ui/field.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { Banner } from '@evenhand/ui/states.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { Row } from '../../lib/figure-row.tsx'
import { Amount } from '../../lib/format.tsx'
import { isRefused } from '../../lib/problem.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { usdtUnits } from '../../lib/usdt.ts'
import { useKeyedChange } from '../../lib/use-keyed-change.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import { FundsChoice } from './funds-choice.tsx'
import { ResaleParts } from './resale-parts.tsx'
import { useResaleProblem } from './resale-problem.ts'

/** A purchase at the terms that are shown: those of the moment in which it began, and after another price was refused the new. */
function usePurchase(work: Collectible, onDone: () => void) {
  const t = useTranslations('collectibles')
  const [terms, setTerms] = useState(work)
  const offer = terms.resale
  const price = offer?.price ?? terms.price ?? '0'
  const { mutate, isPending, error } = useKeyedChange(
    (request: { nftId: string; price: bigint; funds: CollectibleFunds }, options) =>
      offer ? call(buyResoldNft, request, options) : call(buyNft, request, options),
    () => {
      toast(t('buy.done', { title: work.title }), 'good')
      onDone()
    },
  )
  const isOther = isRefused(error, 'quoteChanged') && (work.resale ?? work.price) !== null
  useEffect(() => {
    if (isOther) setTerms(work)
  }, [isOther, work])
  const buy = (funds: CollectibleFunds) => mutate({ nftId: work.id, price: usdtUnits(price), funds })
  return { offer, price, buy, isPending, error }
}

/** Buying at the price that is shown, of the charity or of an owner: what is taken, where it goes, and that it is final. */
export function BuyDialog({ work, onClose }: { work: Collectible; onClose: () => void }) {
  const t = useTranslations('collectibles')
  const common = useTranslations('common')
  const problemText = useProblemText()
  const resaleProblem = useResaleProblem()
  const { amount } = useLocalNumber()
  const [funds, setFunds] = useState<CollectibleFunds>('REAL')
  const { offer, price, buy, isPending, error } = usePurchase(work, onClose)
  return (
    <Dialog
      variant="sheet"
      open
      onClose={onClose}
      title={t('buy.title', { title: work.title })}
      closeLabel={common('close')}
    >
      <div className="flex flex-col gap-4">
        <dl className="flex flex-col gap-1.5 rounded-control bg-sunken px-4 py-3">
          <Row name={t('buy.taken')} strong>
            <Amount text={price} />
          </Row>
          {offer ? (
            <ResaleParts money={offer} charity={work.charity.name} seller={t('resale.seller')} />
          ) : (
            <Row name={work.charity.name}>
              <Amount text={price} />
            </Row>
          )}
          <Row name={t('charity.fee')}>
            <Amount text="0" />
          </Row>
        </dl>
        <FundsChoice value={funds} onChange={setFunds} />
        <ul className="flex list-disc flex-col gap-1.5 ps-5 text-13 text-fg2">
          <li>{offer ? t('resale.buyText') : t('buy.text')}</li>
          <li>{offer ? t('resale.rule') : t('charity.rule')}</li>
        </ul>
        {isRefused(error, 'quoteChanged') || isRefused(error, 'collectibleState') ? (
          <Banner>{resaleProblem(error, offer !== null) ?? problemText(error)}</Banner>
        ) : (
          <FieldError>{error ? problemText(error) : undefined}</FieldError>
        )}
        {isRefused(error, 'fundsShort') && (
          <Link to="/profile/balance" className={`${buttonClass('secondary')} self-start`}>
            {t('funds.deposit')}
          </Link>
        )}
        <DialogActions>
          <Button data-first size="large" busy={isPending} onClick={() => buy(funds)} className="grow">
            {t('buy.confirm', { amount: amount(price, 'USDT') })}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
