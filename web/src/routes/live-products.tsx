import { timeFormat } from '@evenhand/protocol/sentence-date.ts'
import { Icon, type IconName } from '@evenhand/ui/icon.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { Card } from '@evenhand/ui/states.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useQuote } from '../feed/quote-store.ts'
import { Figure, formatDecimal } from '../lib/format.tsx'
import { languageOf, useLang } from '../lib/settings.ts'
import { useFetched } from '../lib/use-fetched.ts'
import { NextAuction } from '../features/collectibles/next-auction.tsx'
import { ReserveNow } from '../features/plans/reserve-now.tsx'
import { TopGainer } from '../features/markets/top-gainer.tsx'
import { loadFigures } from '../features/home/load-figures.ts'
import { ScreenHelp } from '../layout/screen-help.tsx'
import { loadHead } from '../features/home/load-head.ts'

const freshMs = 60_000
/** What a conversion is shown by: the pair that most are made in, to the cent. */
const pair = { code: 'BTCUSDT', decimals: 2 } as const

/** What happens in each product that exists, from the records: a line each, and the way to it. */
export function LiveProducts() {
  const t = useTranslations('home')
  return (
    <Card className="mobile:-mx-gutter mobile:rounded-none">
      <div className="flex items-center gap-3 px-4 pt-3">
        <h2 className="text-16 font-700">{t('now.title')}</h2>
        <ScreenHelp />
      </div>
      <ul className="grid grid-cols-[minmax(0,1fr)] desktop:grid-cols-2">
        <Row icon="candles" name={t('now.markets')} href="/market?sort=-zdf">
          <TopGainer />
        </Row>
        <Row icon="clock" name={t('now.options')} href="/market?only=options">
          <Receipts />
        </Row>
        <Row icon="swap" name={t('now.convert')} href="/profile/balance?show=convert">
          <Rate />
        </Row>
        <Row icon="calendar" name={t('card.trading.title')} href="/trading">
          <ReserveNow />
        </Row>
        <Row icon="star" name={t('card.nfts.title')} href="/nfts">
          <NextAuction />
        </Row>
        <Row icon="document" name={t('now.books')} href="/transparency">
          <Sealed />
        </Row>
      </ul>
    </Card>
  )
}

type RowProps = { icon: IconName; name: string; href: string; children: ReactNode }

const Row = ({ icon, name, href, children }: RowProps) => (
  <li className="relative flex min-h-15 items-center gap-3 px-4 py-2 hover:bg-sunken">
    <Icon name={icon} className="text-fg2" />
    <span className="min-w-0 grow">
      <Link
        href={href}
        className="flex min-h-6 items-center text-13 text-fg2 no-underline after:absolute after:inset-0"
      >
        {name}
      </Link>
      <span className="block min-h-5 font-600">{children}</span>
    </span>
    <Icon name="go" size={16} className="text-fg3" />
  </li>
)

/** Receipts of options since yesterday, and those that left late. */
function Receipts() {
  const t = useTranslations('home')
  const { tag } = languageOf(useLang())
  const { data } = useFetched('stats', loadFigures, freshMs)
  if (!data) return null
  const value = data.figures.find(({ name }) => name === 'lateReceipts')?.value ?? '0/0'
  const [late = 0, count = 0] = value.split('/').map(Number)
  const text = (number: number) => new Intl.NumberFormat(tag, { numberingSystem: 'latn' }).format(number)
  return count === 0 ? t('now.noReceipts') : t('now.receipts', { count: text(count), late: text(late) })
}

/** What a bitcoin converts at, by the newest recorded price. */
function Rate() {
  const quote = useQuote(pair.code)
  if (!quote) return null
  return <Figure>{`1 BTC ≈ ${formatDecimal(quote.price, { decimals: pair.decimals })} USDT`}</Figure>
}

/** How many records the newest signed head covers. */
function Sealed() {
  const t = useTranslations('home')
  const { tag } = languageOf(useLang())
  const { data: head } = useFetched('head', loadHead, freshMs)
  if (!head) return null
  return t('now.sealed', {
    count: new Intl.NumberFormat(tag, { numberingSystem: 'latn' }).format(head.size),
    time: timeFormat(tag, { timeStyle: 'short', numberingSystem: 'latn' }).format(head.time),
  })
}
