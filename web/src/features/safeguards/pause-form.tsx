import { excludeSelf, safeguardBounds, takeTimeout } from '@evenhand/protocol/safeguards.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { FieldError } from '@evenhand/ui/field.tsx'
import { Select } from '@evenhand/ui/select.tsx'
import { Card } from '@evenhand/ui/states.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { useSafeguardsChanged } from './use-safeguards.ts'
import { useWhen } from '../../lib/use-when.ts'

const within = (choices: readonly number[], [min, max]: readonly [number, number]) =>
  choices.filter((one) => one >= min && one <= max)
const choices = {
  timeout: within([1, 2, 3, 7, 14, 21, 28, 42], safeguardBounds.timeoutDays),
  exclusion: within([6, 12, 24, 36, 48, 60], safeguardBounds.exclusionMonths),
} as const

/** A break of some days or an exclusion of months: what it does is shown before it begins, since it cannot be ended earlier. */
export function PauseForm({ kind }: { kind: keyof typeof choices }) {
  const t = useTranslations('safeguards')
  const common = useTranslations('common')
  const problemText = useProblemText()
  const when = useWhen()
  const changed = useSafeguardsChanged()
  const [chosen, setChosen] = useState(choices[kind][0] ?? 1)
  const [confirming, setConfirming] = useState(false)
  const start = useMutation({
    meta: { handled: true },
    mutationFn: () =>
      kind === 'timeout' ? call(takeTimeout, { days: chosen }) : call(excludeSelf, { months: chosen }),
    onSuccess: async ({ until }) => {
      setConfirming(false)
      toast(t('pause.begun', { time: when(until) }), 'good')
      await changed()
    },
  })
  const lengthText = (count: number) => t(`${kind}.length`, { count })
  return (
    <Card className="flex max-w-card flex-col gap-3 p-5">
      <h2 className="text-16 font-700">{t(`${kind}.title`)}</h2>
      <p className="text-fg2">{t(`${kind}.text`)}</p>
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label={t('pause.howLong')}
          options={choices[kind].map((one) => ({ value: String(one), label: lengthText(one) }))}
          value={String(chosen)}
          onChange={(event) => setChosen(Number.parseInt(event.target.value, 10))}
          className="min-w-40"
        />
        <Button
          variant="secondary"
          onClick={() => {
            start.reset()
            setConfirming(true)
          }}
        >
          {t(`${kind}.title`)}
        </Button>
      </div>
      <Dialog
        variant="sheet"
        open={confirming}
        onClose={() => setConfirming(false)}
        title={t(`${kind}.title`)}
        closeLabel={common('close')}
      >
        <p className="mb-2">{t(`${kind}.ask`, { length: lengthText(chosen) })}</p>
        <p className="mb-4 text-fg2">{t('pause.open')}</p>
        <FieldError>{start.error && problemText(start.error)}</FieldError>
        <div className="mt-4 grid grid-cols-2 gap-3">
          <Button variant="secondary" size="large" onClick={() => setConfirming(false)}>
            {common('cancel')}
          </Button>
          <Button size="large" busy={start.isPending} onClick={() => start.mutate()}>
            {t('pause.begin')}
          </Button>
        </div>
      </Dialog>
    </Card>
  )
}
