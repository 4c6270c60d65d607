import { hourMs } from '@evenhand/protocol/durations.ts'
import { sentenceDate } from '@evenhand/protocol/sentence-date.ts'
import { Icon } from '@evenhand/ui/icon.tsx'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useKeptSince } from '../feed/kept-since.ts'
import { hadLine, useFeedState } from '../feed/price-socket.ts'
import { productNow, silenceMs } from '../feed/quote-store.ts'
import { useSentences } from '../lib/sentences.ts'
import { languageOf, useLang } from '../lib/settings.ts'

const patienceMs = 1500
/** The first line of a page, which a slow device makes while it still draws: a banner for a moment would move the page twice. */
const firstPatienceMs = 5000
/** When the line stands and no price is new, the dot counts the seconds; a line across the page comes after so many. */
const stalePatienceMs = 45_000

/** When something was known, with the day where it was hours ago: a page that was kept may be of another day. */
function timeText(at: number, tag: string): string {
  const isOld = performance.timeOrigin + performance.now() - at > 12 * hourMs
  return sentenceDate(tag, { timeStyle: 'medium', ...(!isOld && { dateStyle: undefined }) }).format(at)
}

/** A line across the page when the line to the prices is gone for 1.5 s, or has not come in the first 5 s of a page that has a network. A shorter gap shows on the dot alone. */
export function FeedBanner() {
  const t = useTranslations('common')
  const sentences = useSentences()
  const { kind, since } = useFeedState()
  const tag = languageOf(useLang()).tag
  const [late, setLate] = useState(false)
  useEffect(() => {
    setLate(false)
    if (kind === 'live') return undefined
    const patience = hadLine() || kind === 'offline' ? patienceMs : firstPatienceMs
    const left = kind === 'stale' ? stalePatienceMs - silenceMs() : patience - (performance.now() - since)
    const timer = setTimeout(() => setLate(true), Math.max(0, left))
    return () => clearTimeout(timer)
  }, [kind, since])
  const shown = late && kind !== 'live'
  const ownFrom = useKeptSince()
  const silent = silenceMs()
  return (
    <div role="status">
      {shown && (
        <p className="bg-warn-weak text-13 text-warn">
          <span className="mx-auto flex max-w-content items-center gap-2 px-gutter py-2">
            <Icon name="warning" size={16} />
            <span>
              {sentences(
                t(`feed.${kind}Banner`),
                Number.isFinite(silent) && t('feed.pricesFrom', { time: timeText(productNow() - silent, tag) }),
                ownFrom !== undefined && t('feed.ownFrom', { time: timeText(ownFrom, tag) }),
              )}
            </span>
          </span>
        </p>
      )}
    </div>
  )
}
