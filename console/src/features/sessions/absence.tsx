import { maxAbsenceDays, setAbsence } from '@evenhand/protocol/operators.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { TextField } from '@evenhand/ui/field.tsx'
import { Card } from '@evenhand/ui/states.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { useOperator } from '../../lib/session.ts'
import { useNow, whenText } from '../../lib/when.tsx'
import { isolated } from '../../lib/isolated.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

const dateText = (ms: number): string => whenText(ms).slice(0, 10)

/** Until when one is absent: cases assigned to one go back to the queue. It ends by itself, or at once. */
export function Absence() {
  const t = useTranslations('sessions')
  const me = useOperator()?.operator
  const queries = useQueryClient()
  const now = useNow(60_000)
  const id = useId()
  const [date, setDate] = useState('')
  const save = useMutation({
    mutationFn: (until: number | null) => call(setAbsence, { until }),
    onSuccess: () => queries.invalidateQueries(),
  })
  if (me === undefined) return null
  const until = save.data?.absentUntil ?? me.absentUntil
  const isAbsent = until !== null && until > now
  return (
    <Card className="flex flex-col items-start gap-3 p-4">
      <p id={id} className="font-600">
        {isAbsent ? t('absence.until', { time: isolated(whenText(until)) }) : t('absence.present')}
      </p>
      {isAbsent ? (
        <Button variant="secondary" busy={save.isPending} onClick={() => save.mutate(null)}>
          {t('absence.back')}
        </Button>
      ) : (
        // The hint stands below both, so that the button is level with the field.
        <fieldset aria-labelledby={id} aria-describedby={`${id}-hint`}>
          <div className="flex flex-wrap items-end gap-3">
            <TextField
              type="date"
              label={t('absence.label')}
              value={date}
              min={dateText(now + dayMs)}
              max={dateText(now + (maxAbsenceDays - 1) * dayMs)}
              onChange={({ target }) => setDate(target.value)}
            />
            <Button
              variant="secondary"
              disabled={date === ''}
              busy={save.isPending}
              onClick={() => save.mutate(new Date(`${date}T00:00`).getTime())}
            >
              {t('absence.save')}
            </Button>
          </div>
          <p id={`${id}-hint`} className="mt-1.5 text-13 text-fg3">
            {t('absence.hint')}
          </p>
        </fieldset>
      )}
    </Card>
  )
}
