import { placeAtAnchor } from '@evenhand/ui/hanging.ts'
import { Icon } from '@evenhand/ui/icon.tsx'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '../lib/lazy-part.tsx'
import { languageOf, useLang } from '../lib/settings.ts'

const LanguageList = lazyPart(async () => (await import('./language-list.tsx')).LanguageList)

/** The desktop's dropdown, on the platform's popover: Esc and a press outside close it, focus goes back to the button. */
export function LanguageDropdown() {
  const t = useTranslations('common')
  const name = languageOf(useLang()).name
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState(false)
  return (
    <div>
      <button
        ref={button}
        type="button"
        popoverTarget="languages"
        aria-label={`${t('language.choose')}: ${name}`}
        onClick={() => setAsked(true)}
        className="[anchor-name:--languages] inline-flex min-h-10 items-center gap-2 rounded-control px-2.5 text-fg2 hover:bg-sunken hover:text-fg"
      >
        <Icon name="globe" />
        {name}
        <Icon name="expand" size={16} />
      </button>
      <div
        ref={list}
        id="languages"
        popover="auto"
        role="group"
        aria-label={t('language.choose')}
        onToggle={({ newState, currentTarget }) => newState === 'open' && placeAtAnchor(button.current, currentTarget)}
        className="hanging [position-anchor:--languages] min-h-72 w-80 rounded-card border border-line bg-surface p-2 text-fg shadow-overlay"
      >
        {asked && <LanguageList onChosen={() => list.current?.hidePopover()} />}
      </div>
    </div>
  )
}
