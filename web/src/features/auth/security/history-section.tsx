import { Button } from '@evenhand/ui/button.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Loaded, Section } from '../../../layout/section.tsx'
import { useDayText } from './use-day-text.ts'
import { useDeviceText } from './use-device-text.ts'
import { Dot } from '../../../lib/dot.tsx'
import { useLoginHistory } from '../../../lib/proving/use-security.ts'

const shownFirst = 5

/** Every sign-in of the last 90 days, right and wrong. */
export function HistorySection() {
  const t = useTranslations('security')
  const query = useLoginHistory()
  return (
    <Section title={t('history.title')} text={t('history.text')}>
      <Loaded query={query}>
        {(entries) =>
          entries.length === 0 ? <p className="text-fg2">{t('history.none')}</p> : <History entries={entries} />
        }
      </Loaded>
    </Section>
  )
}

type Entry = NonNullable<ReturnType<typeof useLoginHistory>['data']>[number]

function History({ entries }: { entries: readonly Entry[] }) {
  const t = useTranslations('security')
  const dayText = useDayText()
  const deviceText = useDeviceText()
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? entries : entries.slice(0, shownFirst)
  return (
    <>
      <ul className="divide-y divide-line">
        {shown.map((entry) => (
          <li key={entry.id} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 py-2.5">
            <span className="min-w-0 grow">
              <span className="block font-600">{deviceText(entry)}</span>
              <span className="block text-13 text-fg2">
                {dayText(entry.at)}
                <Dot />
                <bdi dir="ltr">{entry.place}</bdi>
              </span>
            </span>
            <span className={`text-13 font-600 ${entry.outcome === 'SIGNED_IN' ? 'text-good' : 'text-danger'}`}>
              {/* With a space between, or a screen reader reads one word and Arabic letters join across. */}
              {t(`history.outcome.${entry.outcome}`)}{' '}
              {entry.newDevice && entry.outcome === 'SIGNED_IN' && (
                <span className="ms-1 text-warn">{t('history.newDevice')}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {entries.length > shownFirst && (
        <Button
          variant="link"
          className="-ms-4 self-start"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? t('history.less') : t('history.all', { count: entries.length })}
        </Button>
      )}
    </>
  )
}
