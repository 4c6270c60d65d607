import { RadioList } from '@evenhand/ui/radio-list.tsx'
import { Card } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { setResultSound, useResultSound } from './result-sound.ts'

/** Whether a result has a sound; off unless the customer turns it on. */
export function SoundSetting() {
  const t = useTranslations('running')
  return (
    <Card className="max-w-card p-5">
      <RadioList
        legend={t('sound.title')}
        items={(['off', 'on'] as const).map((value) => ({ value, label: t(`sound.${value}`) }))}
        value={useResultSound() ? 'on' : 'off'}
        onChange={(value) => setResultSound(value === 'on')}
      />
    </Card>
  )
}
