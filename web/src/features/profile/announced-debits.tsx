import { announcedDebits, type AnnouncedDebit } from '@evenhand/protocol/adjustments.ts'
import { sentenceDate } from '@evenhand/protocol/sentence-date.ts'
import { buttonClass } from '@evenhand/ui/button.tsx'
import { Chip } from '@evenhand/ui/chip.tsx'
import { Card } from '@evenhand/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { Figure, formatAmount } from '../../lib/format.tsx'
import { isolated } from '../../lib/isolated.ts'
import { useAccountMode } from '../../lib/session.ts'
import { languageOf, useLang } from '../../lib/settings.ts'

const freshMs = 30_000
const variants = { ANNOUNCED: 'warn', STOPPED: 'accent', APPLIED: 'plain', WITHDRAWN: 'good', LAPSED: 'plain' } as const
const answered = ['ANSWERED', 'ACCEPTED', 'ESCALATED']

const statusOf = ({ status, objection }: AnnouncedDebit): keyof typeof variants =>
  status === 'ANNOUNCED' && objection !== null && !answered.includes(objection.status) ? 'STOPPED' : status

/** Adjustments against the own account, with the way to object; nothing where there is none. */
export function AnnouncedDebits() {
  const t = useTranslations('profile')
  const mode = useAccountMode()
  const { data } = useQuery({
    queryKey: ['mine', 'debits'],
    queryFn: ({ signal }) => call(announcedDebits, {}, { signal }),
    enabled: mode === 'real',
    refetchInterval: freshMs,
  })
  if (mode !== 'real' || !data || data.length === 0) return null
  return (
    <section aria-labelledby="debits" className="flex flex-col gap-3">
      <div>
        <h2 id="debits" className="text-18 font-700">
          {t('debits.title')}
        </h2>
        <p className="mt-1 max-w-text text-13 text-fg2">{t('debits.lead')}</p>
      </div>
      <ul className="flex flex-col gap-3">
        {data.map((debit) => (
          <li key={debit.id}>
            <Debit debit={debit} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Debit({ debit }: { debit: AnnouncedDebit }) {
  const t = useTranslations('profile')
  const tag = languageOf(useLang()).tag
  const time = (ms: number) => sentenceDate(tag, { timeStyle: 'short' }).format(ms)
  const { id, amount, asset, entry, entryAt, line, dueAt, status, objection } = debit
  const shown = statusOf(debit)
  return (
    <Card className="flex flex-col gap-2 p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Figure className="text-16 font-700">{`−${formatAmount(amount)} ${asset}`}</Figure>
        <Chip variant={variants[shown]}>{t(`debits.status.${shown}`)}</Chip>
        {shown === 'ANNOUNCED' && <span className="text-13 text-fg2">{t('debits.due', { time: time(dueAt) })}</span>}
      </div>
      <p dir="auto" className="w-fit">
        {line}
      </p>
      <p className="text-13 text-fg2">{t('debits.entry', { entry: isolated(entry), date: time(entryAt) })}</p>
      {objection ? (
        <Link
          to="/profile/complaints"
          search={{ no: objection.no }}
          className="inline-flex min-h-11 items-center self-start text-13 text-accent-text underline underline-offset-2 desktop:min-h-8"
        >
          {t('debits.objection', { no: isolated(objection.no) })}
        </Link>
      ) : (
        status === 'ANNOUNCED' && (
          <Link
            to="/profile/complaints"
            search={{ about: 'adjustment', id }}
            className={`${buttonClass('secondary', 'small')} self-start`}
          >
            {t('debits.object')}
          </Link>
        )
      )}
    </Card>
  )
}
