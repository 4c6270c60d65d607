import { ownRestriction } from '@evenhand/protocol/restrictions.ts'
import { Banner } from '@evenhand/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { ComplainLink } from '../../lib/complain-link.tsx'
import { useRefusalText } from '../../lib/problem-text.ts'
import { useSentences } from '../../lib/sentences.ts'
import { languageOf, useLang } from '../../lib/settings.ts'

const freshMs = 60_000

/** Why new orders are stopped, until when, and the way to appeal; nothing where they are not. */
export function RestrictionNotice() {
  const t = useTranslations('profile')
  const refusalText = useRefusalText()
  const sentences = useSentences()
  const tag = languageOf(useLang()).tag
  const { data } = useQuery({
    queryKey: ['mine', 'restriction'],
    queryFn: ({ signal }) => call(ownRestriction, {}, { signal }),
    refetchInterval: freshMs,
  })
  if (!data) return null
  const time = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' }).format(data.until)
  return (
    <Banner variant="warn">
      <span className="flex flex-col gap-2">
        <span>
          {sentences(refusalText('accountRestricted', { reason: data.reason }), t('restriction.until', { time }))}
        </span>
        <ComplainLink about="account" appeal />
      </span>
    </Banner>
  )
}
