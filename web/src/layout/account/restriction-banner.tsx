import type { OwnRestriction } from '@evenhand/protocol/restrictions.ts'
import { sentenceDate } from '@evenhand/protocol/sentence-date.ts'
import { Banner } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { ComplainLink } from '../../lib/complain-link.tsx'
import { useRefusalText } from '../../lib/problem-text.ts'
import { useSentences } from '../../lib/sentences.ts'
import { languageOf, useLang } from '../../lib/settings.ts'

/** Why new orders are stopped, until when, and the way to appeal. */
export function RestrictionBanner({ reason, until }: OwnRestriction) {
  const t = useTranslations('profile')
  const refusalText = useRefusalText()
  const sentences = useSentences()
  const tag = languageOf(useLang()).tag
  const time = sentenceDate(tag, { timeStyle: 'short' }).format(until)
  return (
    <Banner variant="warn">
      <span className="flex flex-col gap-2">
        <span>{sentences(refusalText('accountRestricted', { reason }), t('restriction.until', { time }))}</span>
        <ComplainLink about="account" appeal />
      </span>
    </Banner>
  )
}
