import { Icon } from '@evenhand/ui/icon.tsx'
import { useTranslations } from 'use-intl'

type SearchProps = { value: string; onChange: (value: string) => void; onEnter?: () => void; className?: string }

/** Where words are typed that answers are found by. */
export function FaqSearch({ value, onChange, onEnter, className = '' }: SearchProps) {
  const t = useTranslations('help')
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        onEnter?.()
      }}
      className={className}
    >
      <label className="flex min-h-12 items-center gap-2.5 rounded-control border border-control bg-surface px-4 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent-text">
        <Icon name="search" size={20} className="text-fg2" />
        <span className="sr-only">{t('faq.search')}</span>
        <input
          type="search"
          value={value}
          maxLength={100}
          placeholder={t('faq.search')}
          enterKeyHint="search"
          onChange={(event) => onChange(event.target.value)}
          className="min-w-0 grow bg-transparent text-16 text-fg outline-none"
        />
      </label>
    </form>
  )
}
