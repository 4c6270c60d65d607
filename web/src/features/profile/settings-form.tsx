import { RadioList } from '@evenhand/ui/radio-list.tsx'
import { Card } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { SoundSetting } from '../../lib/sound-setting.tsx'
import { setColorScheme, setRiseColor, useColorScheme, useRiseColor } from '../../lib/settings.ts'
import { RiseSample } from '../../layout/rise-choice.tsx'
import { SettingsLinks } from './settings-links.tsx'
import { ShortcutSetting } from './shortcut-setting.tsx'
import { TimeCheck } from './time-check.tsx'

const schemes = ['system', 'light', 'dark'] as const
const rises = ['red', 'green', 'cvd'] as const
/** Appearance, price colours, sound, keys and reality checks: in force at once; and the way to the rest. */
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
          items={rises.map((value) => ({ value, label: t(`rise.${value}`), aside: <RiseSample rise={value} /> }))}
          value={useRiseColor()}
          onChange={setRiseColor}
        />
      </Card>
      <SoundSetting />
      <ShortcutSetting />
      <TimeCheck />
      <SettingsLinks />
    </>
  )
}
