import { listNft } from '@evenhand/protocol/collectibles.ts'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'
import { sentenceDate, timeFormat } from '@evenhand/protocol/sentence-date.ts'
import { Dot } from '../../lib/dot.tsx'
import { languageOf, useLang } from '../../lib/settings.ts'
import { useFetched } from '../../lib/use-fetched.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import { priceOf } from './work-price.ts'

const dot = () => <Dot />

const freshMs = 30_000

async function loadNext() {
  const response = await call(listNft, { page: 1, size: 1, sort: 'ending', status: 'LIVE' })
  return ('rows' in response ? response.rows : response)[0] ?? null
}

/** The running auction that ends first: its work, what it stands at and when it ends. */
export function NextAuction() {
  const t = useTranslations('home')
  const lang = useLang()
  const { amount } = useLocalNumber()
  const { data: work } = useFetched(`next auction ${lang}`, loadNext, freshMs)
  if (work === undefined) return null
  const price = work && priceOf(work)
  if (!work || !price || work.endAt === null) return t('now.noAuction')
  return t.rich('now.auction', {
    title: work.title,
    price: amount(price.text, 'USDT'),
    time: shortTime(work.endAt, languageOf(lang).tag),
    dot,
  })
}

/** The hour of what ends within a day, otherwise the date: one line of a phone holds it. */
const shortTime = (endAt: number, tag: string): string =>
  (endAt - Date.now() < dayMs
    ? timeFormat(tag, { timeStyle: 'short', numberingSystem: 'latn' })
    : sentenceDate(tag, { numberingSystem: 'latn' })
  ).format(endAt)
