import type { NoticePreference } from '@evenhand/protocol/notices.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Card, ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { channels, useChoose, usePreferences, type Channel } from './preferences-query.ts'

/** By category and channel: what the customer is notified of, with what cannot be turned off and why. */
export function PreferenceTable() {
  const t = useTranslations('notices')
  const common = useTranslations('common')
  const { data, isError, refetch } = usePreferences()
  if (!data && isError)
    return (
      <ErrorState
        title={common('state.loadFailed')}
        text={t('prefs.safe')}
        action={<Button onClick={() => void refetch()}>{common('retry')}</Button>}
      />
    )
  if (!data) return <Skeleton className="h-96 rounded-card" />
  return (
    <Card className="overflow-hidden">
      <table className="w-full border-collapse">
        <caption className="px-4 pt-4 pb-3 text-start text-fg2 desktop:px-5">{t('prefs.lead')}</caption>
        <thead>
          <tr className="text-13 text-fg3">
            <th scope="col" className="px-4 py-2 text-start font-500 desktop:px-5">
              {t('prefs.category')}
            </th>
            {channels.map((channel) => (
              <th key={channel} scope="col" className="w-14 px-1 py-2 text-center font-500 desktop:w-24">
                {t(`prefs.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map((preference) => (
            <PreferenceRow key={preference.category} preference={preference} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function PreferenceRow({ preference }: { preference: NoticePreference }) {
  const t = useTranslations('notices')
  const { mutateAsync } = useChoose()
  // What was pressed shows at once, and is taken back when it was not kept.
  const [pressed, setPressed] = useState<Partial<Record<Channel, boolean>>>({})
  const why = useId()
  const { category, fixed } = preference
  const choose = (channel: Channel, on: boolean) => {
    setPressed((before) => ({ ...before, [channel]: on }))
    mutateAsync({ category, channel, on }).catch(() => setPressed((before) => ({ ...before, [channel]: !on })))
  }
  return (
    <>
      <tr className="border-t border-line">
        <th scope="row" className="px-4 py-3 text-start font-400 desktop:px-5">
          <span className="block font-600">{t(`category.${category}`)}</span>
          <span className="block text-13 text-fg2">{t(`about.${category}`)}</span>
        </th>
        {channels.map((channel) => {
          const locked = channel !== 'push' && fixed.includes(channel)
          return (
            <td key={channel} className="px-0.5 py-3 text-center align-top desktop:px-1">
              <label className="inline-flex size-11 items-center justify-center">
                <input
                  type="checkbox"
                  checked={pressed[channel] ?? preference[channel]}
                  disabled={locked}
                  aria-label={`${t(`category.${category}`)}: ${t(`prefs.${channel}`)}`}
                  aria-describedby={locked ? why : undefined}
                  onChange={(event) => choose(channel, event.target.checked)}
                  className="size-5"
                />
              </label>
            </td>
          )
        })}
      </tr>
      {fixed.length > 0 && (
        <tr>
          <td id={why} colSpan={channels.length + 1} className="px-4 pb-3 text-13 text-fg3 desktop:px-5">
            <span className="flex items-start gap-1.5">
              <Icon name="lock" size={14} className="mt-0.75" />
              {t(fixed.includes('email') ? 'prefs.fixedBoth' : 'prefs.fixedInApp')}
            </span>
          </td>
        </tr>
      )}
    </>
  )
}
