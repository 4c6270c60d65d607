import { Icon } from '@evenhand/ui/icon.tsx'
import { useTranslations } from 'use-intl'
import { lazyPart } from '../lib/lazy-part.tsx'
import { languageOf, useLang } from '../lib/settings.ts'
import { HangingMenu } from './hanging-menu.tsx'

const LanguageList = lazyPart(async () => (await import('./language-list.tsx')).LanguageList)

/** The desktop's list of languages. */
export function LanguageDropdown() {
  const t = useTranslations('common')
  const name = languageOf(useLang()).name
  const label = t('language.choose')
  return (
    <HangingMenu
      id="languages"
      label={label}
      buttonLabel={`${label}: ${name}`}
      face={
        <>
          <Icon name="globe" />
          <span className="max-[72em]:hidden">{name}</span>
        </>
      }
      panelClass="min-h-72 w-80"
    >
      {(close) => <LanguageList onChosen={close} />}
    </HangingMenu>
  )
}
