import { Button } from '@evenhand/ui/button.tsx'
import { useTranslations } from 'use-intl'
import { setShortcutKeys, useShortcutKeys } from '../../lib/shortcut-keys.ts'

/** Which keys choose, and their switch, which visitors have nowhere else. */
export function KeysHint() {
  const t = useTranslations('trade')
  const on = useShortcutKeys()
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-12 text-fg3">
      {on && <span>{t('keys')}</span>}
      <Button variant="quiet" size="small" className="text-12!" onClick={() => setShortcutKeys(!on)}>
        {t(on ? 'keysOff' : 'keysOn')}
      </Button>
    </p>
  )
}
