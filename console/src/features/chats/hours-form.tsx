import { chatAnswers, setChatHours } from '@evenhand/protocol/chats-console.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { FieldError, TextField } from '@evenhand/ui/field.tsx'
import { Card } from '@evenhand/ui/states.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { useMay } from '../../lib/session.ts'
import { useTag } from '../../lib/settings.ts'

type Hours = { days: number[]; from: number; to: number }

const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
/** Minutes of the day from `HH:MM`, 24:00 included; undefined for anything else. */
function minutesOf(text: string): number | undefined {
  const [, hour = '', minute = ''] = /^(\d{1,2}):(\d\d)$/.exec(text.trim()) ?? []
  const minutes = hour === '' ? Number.NaN : Number(hour) * 60 + Number(minute)
  return Number(minute) < 60 && minutes <= 1440 ? minutes : undefined
}

// 2024-01-01 was a Monday.
const dayName = (day: number, tag: string): string =>
  new Intl.DateTimeFormat(tag, { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2024, 0, day))

/** The hours of service, in UTC. */
export function HoursForm({ hours }: { hours: Hours }) {
  const t = useTranslations('chats')
  const tag = useTag()
  const problemText = useProblemText()
  const may = useMay()
  const queries = useQueryClient()
  const [days, setDays] = useState(hours.days)
  const [from, setFrom] = useState(clockOf(hours.from))
  const [to, setTo] = useState(clockOf(hours.to))
  const [start, end] = [minutesOf(from), minutesOf(to)]
  const complete = start !== undefined && end !== undefined && end > start && start < 1440
  const save = useMutation({
    meta: { handled: true },
    mutationFn: () => call(setChatHours, { days, from: start ?? 0, to: end ?? 1440 }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [chatAnswers.path] }),
  })
  const edits = may(setChatHours)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (complete) save.mutate()
  }
  const toggle = (day: number): void =>
    setDays((before) => (before.includes(day) ? before.filter((one) => one !== day) : [...before, day]))
  return (
    <Card className="p-4">
      <form onSubmit={submit} className="flex flex-col gap-4">
        <h2 className="font-600">{t('hours.title')}</h2>
        <fieldset disabled={!edits} className="flex flex-wrap items-end gap-4">
          <div className="flex flex-wrap gap-3">
            {[1, 2, 3, 4, 5, 6, 7].map((day) => (
              <label key={day} className="inline-flex min-h-10 items-center gap-1.5 text-14 mobile:min-h-11">
                <input type="checkbox" className="size-5" checked={days.includes(day)} onChange={() => toggle(day)} />
                {dayName(day, tag)}
              </label>
            ))}
          </div>
          <TextField
            label={t('hours.from')}
            className="w-28"
            value={from}
            onChange={({ target }) => setFrom(target.value)}
            dir="ltr"
          />
          <TextField
            label={t('hours.to')}
            className="w-28"
            value={to}
            onChange={({ target }) => setTo(target.value)}
            dir="ltr"
          />
        </fieldset>
        <div role="alert" className="empty:hidden">
          {save.error && <FieldError>{problemText(save.error)}</FieldError>}
        </div>
        {edits && (
          <div>
            <Button type="submit" variant="secondary" busy={save.isPending} disabled={!complete}>
              {t('hours.save')}
            </Button>
          </div>
        )}
      </form>
    </Card>
  )
}
