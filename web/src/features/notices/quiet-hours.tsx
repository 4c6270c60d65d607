import { readSettings, saveSettings, type QuietHours as Hours } from '@evenhand/protocol/settings.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Checkbox, FieldError, TextField } from '@evenhand/ui/field.tsx'
import { Card, Skeleton } from '@evenhand/ui/states.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { RetryLine } from '../../layout/retry-line.tsx'
import { call } from '../../lib/call.ts'
import { toFirstError } from '../../lib/use-first-error.ts'

const key = ['mine', 'settings']
const night = { from: '22:00', to: '07:00' }

/** The hours of the day in which what can wait is neither mailed nor pushed. */
export function QuietHours() {
  const { data, isError, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(readSettings, {}, { signal }),
    staleTime: 0,
  })
  if (!data && isError)
    return (
      <Card className="p-4 desktop:px-5">
        <RetryLine onRetry={() => void refetch()} />
      </Card>
    )
  if (!data) return <Skeleton className="h-40 rounded-card" />
  return <HoursForm key={JSON.stringify(data.quietHours)} kept={data.quietHours} />
}

function HoursForm({ kept }: { kept: Hours | null }) {
  const t = useTranslations('notices')
  const queries = useQueryClient()
  const [used, setUsed] = useState(kept !== null)
  const [hours, setHours] = useState(kept ?? night)
  const [tried, setTried] = useState(false)
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const saving = useMutation({
    mutationFn: (quietHours: Hours | null) => call(saveSettings, { quietHours }),
    onSuccess: (settings) => {
      queries.setQueryData(key, settings)
      toast(t('quiet.saved'), 'good')
    },
  })
  // What is saved is of the zone of this browser, which may be another than the one of before.
  const shownZone = hours === kept ? kept.zone : zone
  const same = used && hours.from === hours.to
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!same && !(used && (hours.from === '' || hours.to === '')))
      saving.mutate(used ? { from: hours.from, to: hours.to, zone } : null)
  }
  return (
    <Card className="p-4 desktop:px-5">
      <form ref={toFirstError} onSubmit={send} noValidate className="flex flex-col gap-3">
        <h2 className="font-600">{t('quiet.title')}</h2>
        <p className="text-13 text-fg2">{t('quiet.lead')}</p>
        <Checkbox label={t('quiet.use')} checked={used} onChange={({ target }) => setUsed(target.checked)} />
        {used && (
          <>
            <div className="grid max-w-80 grid-cols-2 gap-3">
              {(['from', 'to'] as const).map((end) => (
                <TextField
                  key={end}
                  type="time"
                  required
                  label={t(`quiet.${end}`)}
                  value={hours[end]}
                  aria-invalid={(tried && same) || undefined}
                  onChange={({ target }) => setHours({ ...hours, [end]: target.value })}
                />
              ))}
            </div>
            <FieldError>{tried && same && t('quiet.same')}</FieldError>
            <p className="text-13 text-fg3">{t('quiet.zone', { zone: shownZone })}</p>
          </>
        )}
        <Button type="submit" variant="secondary" busy={saving.isPending} className="self-start">
          {t('quiet.save')}
        </Button>
      </form>
    </Card>
  )
}
