import { conversionQuoteSeconds, type ConversionQuote } from '@evenhand/protocol/conversion.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Banner } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { Amount, Figure, formatDecimal } from '../../lib/format.tsx'
import { useSecondsLeft } from '../../feed/use-seconds-left.ts'
import type { Quoted } from './use-conversion.ts'

type Props = { quoted: Quoted; busy: boolean; onConvert: () => void; onAgain: () => void }

/** What an amount comes to, for as long as that holds; beside it the values before, where they changed. */
export function QuoteTerms({ quoted, busy, onConvert, onAgain }: Props) {
  const t = useTranslations('convert')
  const { quote, before, from, to } = quoted
  // The page's clock follows the newest price, which comes a moment late: a minute would begin with 61 seconds.
  const left = Math.min(conversionQuoteSeconds, useSecondsLeft(quote.expiresAt))
  const holds = left > 0 || busy
  return (
    <div className="flex flex-col gap-3">
      {before !== undefined && <Banner>{t('changed')}</Banner>}
      <dl
        className={`flex flex-col gap-1.5 rounded-control bg-sunken p-4 text-13 ${holds ? '' : '[&_dd]:line-through'}`}
      >
        <Row label={t('receive')} strong>
          <Amount text={quote.receive} asset={to} />
          <Was quote={before}>{before && <Amount text={before.receive} asset={to} />}</Was>
        </Row>
        <Row label={t('price')}>
          <Figure>{formatDecimal(quote.price)}</Figure>
          <Was quote={before}>{before && <Figure>{formatDecimal(before.price)}</Figure>}</Was>
        </Row>
        <Row label={t('fee')}>
          <Amount text={quote.fee} asset={from} />
        </Row>
      </dl>
      <p className="text-13 text-fg2" role="status">
        {holds ? t('rule') : t('ended')}
      </p>
      {holds ? (
        <Button size="large" busy={busy} onClick={onConvert}>
          {busy ? t('waiting') : t('convert', { seconds: left })}
        </Button>
      ) : (
        <Button size="large" variant="secondary" onClick={onAgain}>
          {t('again')}
        </Button>
      )}
    </div>
  )
}

type RowProps = { label: string; strong?: boolean; children: React.ReactNode }
const Row = ({ label, strong = false, children }: RowProps) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-4">
    <dt className="text-fg2">{label}</dt>
    <dd className={`flex items-baseline gap-2 ${strong ? 'text-16 font-700' : 'font-500'}`}>{children}</dd>
  </div>
)

/** The value before, struck through. */
const Was = ({ quote, children }: { quote: ConversionQuote | undefined; children: React.ReactNode }) =>
  quote === undefined ? null : <s className="text-12 text-fg2">{children}</s>
