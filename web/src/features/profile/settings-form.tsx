import { RadioList } from '@evenhand/ui/radio-list.tsx'
import { Card } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { setColorScheme, setRiseColor, useColorScheme, useRiseColor, type RiseColor } from '../../lib/settings.ts'
import { SettingsLinks } from './settings-links.tsx'
import { TimeCheck } from './time-check.tsx'

const schemes = ['system', 'light', 'dark'] as const
const rises = ['red', 'green', 'cvd'] as const
const samples: Record<RiseColor, readonly [string, string]> = {
  red: ['text-[var(--red-text)]', 'text-[var(--green-text)]'],
  green: ['text-[var(--green-text)]', 'text-[var(--red-text)]'],
  cvd: ['text-[var(--blue-text)]', 'text-[var(--orange-text)]'],
}

function Sample({ rise }: { rise: RiseColor }) {
  const [up, down] = samples[rise]
  return (
    <bdi dir="ltr" aria-hidden="true" className="text-13 font-600 whitespace-nowrap">
      <span className={up}>▲ 1.20%</span> <span className={down}>▼ 0.80%</span>
    </bdi>
  )
}

/** Appearance, price colours and the look at the time: in force at once, kept with the account; and the way to the rest. */
export function SettingsForm() {
  const t = useTranslations('common')
  return (
    <>
      <Card className="max-w-card p-5">
        <RadioList
          legend={t('theme.label')}
          items={schemes.map((value) => ({ value, label: t(`theme.${value}`) }))}
          value={useColorScheme()}
          onChange={setColorScheme}
        />
      </Card>
      <Card className="max-w-card p-5">
        <RadioList
          legend={t('rise.label')}
          items={rises.map((value) => ({ value, label: t(`rise.${value}`), aside: <Sample rise={value} /> }))}
          value={useRiseColor()}
          onChange={setRiseColor}
        />
      </Card>
      <TimeCheck />
      <SettingsLinks />
    </>
  )
}
