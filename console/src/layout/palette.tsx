import { cx } from '@evenhand/ui/cx.ts'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '../lib/session.ts'
import { findings } from './find-screens.ts'

/** Ctrl K: go to a screen, or look for what was typed where it may be found. */
export function Palette() {
  const t = useTranslations('common')
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEventInit & Event) => {
      if (event.key?.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Control+K"
        onClick={() => setOpen(true)}
        className="inline-flex h-9 items-center gap-2 rounded-control border border-line bg-sunken px-3 text-13 text-fg2 hover:border-control mobile:size-11 mobile:border-transparent mobile:bg-transparent"
      >
        <Icon name="search" size={16} />
        <span className="mobile:sr-only">{t('palette.open')}</span>
        <kbd
          aria-hidden="true"
          dir="ltr"
          className="ms-2 rounded-chip border border-line bg-surface px-1.5 text-11 mobile:hidden"
        >
          Ctrl K
        </kbd>
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t('palette.title')} closeLabel={t('close')}>
        <Finder onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function Finder({ onDone }: { onDone: () => void }) {
  const t = useTranslations('common')
  const id = useId()
  const may = useMay()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const found = findings(text, may, (key) => t(`screen.${key}`))
  const go = (index: number) => {
    const one = found[index]
    if (!one) return
    onDone()
    void navigate({ to: one.to, search: one.search } as never)
  }
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && found.length > 0) setAt((at + step + found.length) % found.length)
    if (event.key === 'Enter') go(at)
    if (step !== 0 || event.key === 'Enter') event.preventDefault()
  }
  return (
    <>
      <input
        type="text"
        data-first
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found[at] && `${id}-${at}`}
        aria-label={t('palette.hint')}
        placeholder={t('palette.hint')}
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => {
          setText(target.value)
          setAt(0)
        }}
        onKeyDown={move}
        className="mb-3 min-h-11 w-full rounded-control border border-control bg-surface px-3.5 text-16"
      />
      <ul id={id} role="listbox" aria-label={t('palette.title')} className="max-h-[50dvh] overflow-y-auto">
        {found.map((one, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys go to the field, which names the option
          <li
            key={one.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            onClick={() => go(index)}
            className={cx(
              'flex min-h-10 cursor-pointer items-center rounded-control px-3',
              index === at ? 'bg-accent-weak text-accent-text' : 'hover:bg-sunken',
            )}
          >
            {one.find ? t(`palette.${one.find}`, { text }) : one.title}
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="px-3 text-fg2">{t('palette.nothing')}</p>}
    </>
  )
}
