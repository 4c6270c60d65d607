import { Icon } from '@evenhand/ui/icon.tsx'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'

/** Finds by code or name; the key `/` brings the cursor here from anywhere on the page. */
export function SearchBox({
  value,
  onChange,
  autoFocus = false,
  className,
}: {
  value: string
  onChange: (value: string) => void
  autoFocus?: boolean
  className?: string
}) {
  const t = useTranslations('market')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (autoFocus) input.current?.focus()
    const focus = (event: KeyboardEvent) => {
      const typing =
        event.target instanceof HTMLElement && event.target.closest('input, textarea, select, dialog[open]')
      if (event.key !== '/' || typing || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      input.current?.focus()
    }
    addEventListener('keydown', focus)
    return () => removeEventListener('keydown', focus)
  }, [autoFocus])
  return (
    <label
      className={`flex min-h-11 items-center gap-2 rounded-control border border-control bg-surface px-3 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent-text desktop:min-h-10 ${className ?? ''}`}
    >
      <Icon name="search" size={18} className="text-fg2" />
      <span className="sr-only">{t('search')}</span>
      <input
        ref={input}
        type="search"
        value={value}
        maxLength={40}
        placeholder={t('search')}
        onChange={(event) => onChange(event.target.value)}
        className="min-w-0 grow bg-transparent text-fg outline-none"
      />
    </label>
  )
}
