import { RadioList } from '@evenhand/ui/radio-list.tsx'
import { Card } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { setShortcutKeys, useShortcutKeys } from '../../lib/shortcut-keys.ts'

/** Whether single keys do anything in this browser: who speaks to it, or hits keys unwillingly, turns them off. */
export function ShortcutSetting() {
  const t = useTranslations('profile')
  return (
    <Card className="max-w-card p-5">
      <RadioList
        legend={t('keys.title')}
        items={(['on', 'off'] as const).map((value) => ({ value, label: t(`keys.${value}`) }))}
        value={useShortcutKeys() ? 'on' : 'off'}
        onChange={(value) => setShortcutKeys(value === 'on')}
      />
    </Card>
  )
}
