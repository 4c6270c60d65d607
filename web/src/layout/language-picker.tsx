import { Dialog } from '@evenhand/ui/dialog.tsx'
import { IconButton } from '@evenhand/ui/button.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { languageOf, useLang } from '../lib/settings.ts'
import { LanguageList } from './language-list.tsx'

/** A globe that opens the list of languages as a sheet. */
export function LanguageButton() {
  const t = useTranslations('common')
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton icon="globe" label={t('language.choose')} onClick={() => setOpen(true)} />
      <Dialog
        look="sheet"
        open={open}
        onClose={() => setOpen(false)}
        title={t('language.choose')}
        closeLabel={t('close')}
      >
        <LanguageList onChosen={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

/** The desktop's dropdown, on the platform's popover: Esc and a press outside close it. */
export function LanguageDropdown() {
  const t = useTranslations('common')
  const list = useRef<HTMLDivElement>(null)
  return (
    <div>
      <button
        type="button"
        popoverTarget="languages"
        aria-label={`${t('language.choose')}: ${languageOf(useLang()).name}`}
        className="language-anchor inline-flex min-h-10 items-center gap-2 rounded-control px-2.5 text-fg2 hover:bg-sunken hover:text-fg"
      >
        <Icon name="globe" />
        {languageOf(useLang()).name}
        <Icon name="expand" size={16} />
      </button>
      <div
        ref={list}
        id="languages"
        popover="auto"
        role="group"
        aria-label={t('language.choose')}
        className="language-popover w-80 rounded-card border border-line bg-surface p-2 text-fg shadow-overlay"
      >
        <LanguageList onChosen={() => list.current?.hidePopover()} />
      </div>
    </div>
  )
}
