import { languages } from '@evenhand/protocol/languages.ts'
import { RadioList } from '@evenhand/ui/radio-list.tsx'
import { Select } from '@evenhand/ui/select.tsx'
import { useTranslations } from 'use-intl'
import { setColorScheme, useColorScheme, useLang } from '../lib/settings.ts'
import { switchLang } from '../lib/texts.ts'
import { Menu } from './menu.tsx'

const schemes = ['system', 'light', 'dark'] as const

/** Language and appearance of this browser. */
export function AppearanceMenu() {
  const t = useTranslations('common')
  const lang = useLang()
  const scheme = useColorScheme()
  return (
    <Menu icon="globe" label={`${t('language')} · ${t('theme.label')}`}>
      <div className="flex w-64 flex-col gap-4">
        <Select
          label={t('language')}
          value={lang}
          options={languages.map(({ value, name }) => ({ value, label: name }))}
          onChange={({ target }) => void switchLang(target.value as typeof lang)}
        />
        <RadioList
          legend={t('theme.label')}
          items={schemes.map((value) => ({ value, label: t(`theme.${value}`) }))}
          value={scheme}
          onChange={setColorScheme}
        />
      </div>
    </Menu>
  )
}
