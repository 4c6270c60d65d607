import { Button } from '@evenhand/ui/button.tsx'
import { Fragment, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Loaded, Section } from '../../../layout/section.tsx'
import { Dot } from '../../../lib/dot.tsx'
import { useAccessLog } from '../../../lib/proving/use-security.ts'
import { useDayText } from './use-day-text.ts'

const shownFirst = 5

const actions = {
  'user.look': 'looked',
  'user.reveal': 'revealed',
  'user.note': 'noted',
  'user.restrict': 'restricted',
  'user.allow': 'allowed',
  'kyc.view': 'formSeen',
  'kyc.view.front': 'frontSeen',
  'kyc.view.back': 'backSeen',
  'kyc.view.holding': 'holdingSeen',
  'kyc.verify': 'verified',
  'kyc.resubmit': 'sentBack',
} as const
const areas = {
  adjustment: 'correction',
  kyc: 'identity',
  file: 'picture',
  files: 'picture',
  deposit: 'deposit',
  withdrawal: 'withdrawal',
  customer: 'order',
} as const

/** What an action of the record is called here; what has no word of its own is an action like any other. */
function wordOf(act: string) {
  if (Object.hasOwn(actions, act)) return actions[act as keyof typeof actions]
  const [area = ''] = act.split('.')
  return Object.hasOwn(areas, area) ? areas[area as keyof typeof areas] : 'other'
}

/** Which role viewed the account or changed it, when, and the reason that was given. */
export function AccessSection() {
  const t = useTranslations('security')
  const query = useAccessLog()
  return (
    <Section title={t('access.title')} text={t('access.text')}>
      <Loaded query={query}>
        {(log) => (log.rows.length === 0 ? <p className="text-fg2">{t('access.none')}</p> : <Lines rows={log.rows} />)}
      </Loaded>
    </Section>
  )
}

type Line = NonNullable<ReturnType<typeof useAccessLog>['data']>['rows'][number]

function Lines({ rows }: { rows: readonly Line[] }) {
  const t = useTranslations('security')
  const dayText = useDayText()
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? rows : rows.slice(0, shownFirst)
  return (
    <>
      <ul className="divide-y divide-line">
        {shown.map(({ at, roles, act, reason }, index) => (
          <li key={`${at} ${index}`} className="py-2.5">
            <span className="block font-600">{t(`access.act.${wordOf(act)}`)}</span>
            <span className="block text-13 text-fg2">
              {dayText(at)}
              {roles.map((role) => (
                <Fragment key={role}>
                  <Dot />
                  {t(`access.role.${role}`)}
                </Fragment>
              ))}
            </span>
            <bdi dir="auto" className="block w-fit text-13 text-fg2">
              {reason}
            </bdi>
          </li>
        ))}
      </ul>
      {rows.length > shownFirst && (
        <Button
          variant="link"
          className="-ms-4 self-start"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? t('access.less') : t('access.all', { count: rows.length })}
        </Button>
      )}
    </>
  )
}
