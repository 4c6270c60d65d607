import { getSafeguards, safeguardBounds } from '@evenhand/protocol/safeguards.ts'
import { saveSettings } from '@evenhand/protocol/settings.ts'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Select } from '@evenhand/ui/select.tsx'
import { Card, Skeleton } from '@evenhand/ui/states.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { RetryLine } from '../../layout/retry-line.tsx'
import { call } from '../../lib/call.ts'
import { useProblemText } from '../../lib/problem-text.ts'

const [min, max] = safeguardBounds.realityCheckMin
const stepMin = 5
const choices = Array.from({ length: (max - min) / stepMin + 1 }, (_, at) => min + at * stepMin)
const key = ['mine', 'safeguards']

/** How often the customer is reminded for how long they have been here: kept at once, on every device. */
export function TimeCheck() {
  const t = useTranslations('profile')
  const problemText = useProblemText()
  const queries = useQueryClient()
  const { data, isError, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(getSafeguards, {}, { signal }),
  })
  const save = useMutation({
    meta: { handled: true },
    mutationFn: (realityCheckMin: number) => call(saveSettings, { realityCheckMin }),
    onSuccess: () => queries.invalidateQueries({ queryKey: key }),
  })
  if (!data && isError)
    return (
      <Card className="max-w-card p-5">
        <RetryLine onRetry={() => void refetch()} />
      </Card>
    )
  if (!data) return <Skeleton className="h-32 max-w-card rounded-card" />
  const chosen = save.isPending || save.isSuccess ? save.variables : data.realityCheckMin
  // A value between ours, set by another program, stays choosable.
  const minutes = [...new Set([...choices, data.realityCheckMin])].toSorted((a, b) => a - b)
  return (
    <Card className="max-w-card p-5">
      <Select
        label={<span className="font-600">{t('timeCheck.label')}</span>}
        hint={t('timeCheck.text')}
        error={save.error && problemText(save.error)}
        value={String(chosen)}
        disabled={save.isPending}
        onChange={(event) => save.mutate(Number.parseInt(event.target.value, 10))}
        options={minutes.map((count) => ({ value: String(count), label: t('timeCheck.every', { count }) }))}
      />
      <p role="status" className="mt-1.5 flex items-center gap-1.5 text-13 text-good empty:hidden">
        {save.isSuccess && (
          <>
            <Icon name="check" size={16} />
            {t('timeCheck.saved')}
          </>
        )}
      </p>
    </Card>
  )
}
