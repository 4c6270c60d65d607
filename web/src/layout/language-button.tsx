import { IconButton } from '@evenhand/ui/button.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '../lib/lazy-part.tsx'

const LanguageSheet = lazyPart(async () => (await import('./language-sheet.tsx')).LanguageSheet)

/** A globe that opens the list of languages as a sheet. */
export function LanguageButton() {
  const t = useTranslations('common')
  const [open, setOpen] = useState(false)
  const [requested, setRequested] = useState(false)
  const show = () => {
    setRequested(true)
    setOpen(true)
  }
  return (
    <>
      <IconButton icon="globe" label={t('language.choose')} onClick={show} className="shrink-0" />
      {requested && <LanguageSheet open={open} onClose={() => setOpen(false)} />}
    </>
  )
}
