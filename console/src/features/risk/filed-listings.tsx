import { filedListings } from '@evenhand/protocol/operator-risk.ts'
import { Banner } from '@evenhand/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { useMay } from '../../lib/session.ts'
import { freshMs } from '../../lib/use-page.ts'
import { When } from '../../lib/when.tsx'

/** What the command on the server proposes about instruments; nothing where it proposes nothing. */
export function FiledListings({ onOpen }: { onOpen: (code: string) => void }) {
  const t = useTranslations('risk')
  const may = useMay()
  const { data } = useQuery({
    queryKey: [filedListings.path],
    queryFn: ({ signal }) => call(filedListings, {}, signal),
    enabled: may(filedListings),
    refetchInterval: freshMs,
  })
  if (!data || data.length === 0) return null
  return (
    <Banner variant="warn">
      <p className="font-600">{t('filed.title')}</p>
      <p className="text-13">{t('filed.text')}</p>
      <ul className="mt-2 flex flex-col gap-1 text-13">
        {data.map(({ id, code, state, reason, note, filedAt, filedBy }) => (
          <li key={id} className="flex flex-wrap gap-x-3">
            <button type="button" className="font-600 text-accent-text underline" onClick={() => onOpen(code)}>
              <bdi dir="ltr">{code}</bdi>
            </button>
            <span>{t(`listing.${state}`)}</span>
            <span>{t.has(`reason.${reason}` as never) ? t(`reason.${reason}` as 'reason.other') : reason}</span>
            {note !== null && <bdi>{note}</bdi>}
            <span className="text-fg2">
              <bdi>{filedBy}</bdi>, <When ms={filedAt} />
            </span>
          </li>
        ))}
      </ul>
    </Banner>
  )
}
