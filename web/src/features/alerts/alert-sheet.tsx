import type { MarketItem } from '@evenhand/protocol/markets.ts'
import { buttonClass } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { Link, useLocation } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { useQuote } from '../../feed/quote-store.ts'
import { Figure, formatDecimal } from '../../lib/format.tsx'
import { Queries } from '../../lib/queries.tsx'
import { useSession } from '../../lib/session.ts'
import { AlertForm } from './alert-form.tsx'
import { AlertList } from './alert-list.tsx'

export type AlertedItem = Pick<MarketItem, 'code' | 'precision' | 'price'>

type SheetProps = { open: boolean; item: AlertedItem; onClose: () => void }

/** The price alerts of an instrument: one to add, and those there are. A visitor is shown the way to sign in. */
export function AlertSheet({ open, item, onClose }: SheetProps) {
  const t = useTranslations('alerts')
  const common = useTranslations('common')
  const signedIn = useSession() !== undefined
  return (
    <Dialog open={open} onClose={onClose} title={<Title item={item} />} closeLabel={common('close')} variant="sheet">
      <div className="flex flex-col gap-5">
        <p className="text-fg2">{t('lead')}</p>
        {signedIn ? (
          <Queries>
            <AlertForm key={item.code} item={item} />
            <AlertList code={item.code} />
          </Queries>
        ) : (
          <SignIn />
        )}
      </div>
    </Dialog>
  )
}

function Title({ item }: { item: AlertedItem }) {
  const t = useTranslations('alerts')
  const price = useQuote(item.code)?.price ?? item.price
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      {t('title')}
      <span className="text-14 font-400 text-fg2">
        <bdi dir="ltr">{item.code}</bdi> <Figure>{formatDecimal(price, { decimals: item.precision })}</Figure>
      </span>
    </span>
  )
}

function SignIn() {
  const t = useTranslations('alerts')
  const common = useTranslations('common')
  const back = useLocation().href
  return (
    <>
      <p>{t('signIn')}</p>
      <div className="grid grid-cols-2 gap-3">
        <Link to="/pass/login" search={{ back }} className={buttonClass('primary', 'large')}>
          {common('login')}
        </Link>
        <Link to="/pass/register" search={{ back }} className={buttonClass('secondary', 'large')}>
          {common('register')}
        </Link>
      </div>
    </>
  )
}
