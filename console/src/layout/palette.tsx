import type { Found } from '@evenhand/protocol/operator-search.ts'
import { cx } from '@evenhand/ui/cx.ts'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { hrefOf, useNavigate } from '@evenhand/ui/router.ts'
import { useEffect, useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFeatures } from '../lib/feature.ts'
import { useMay } from '../lib/session.ts'
import { When } from '../lib/when.tsx'
import { findings } from './find-screens.ts'
import { pathOfFound, useFound } from './search-numbers.ts'

/** Ctrl K: go to a screen, or to whatever has the number or name that was typed. */
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
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('palette.title')}
        closeLabel={t('close')}
        // Its field stays where it is while what is found becomes more or less.
        className="mt-[10dvh]! w-[min(40rem,calc(100vw-2rem))]!"
      >
        <Finder onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function Finder({ onDone }: { onDone: () => void }) {
  const t = useTranslations('common')
  const id = useId()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const { choices, searching } = useChoices(text)
  const go = (index: number) => {
    const one = choices[index]
    if (!one) return
    onDone()
    void navigate({ href: hrefOf(one) })
  }
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && choices.length > 0) setAt((at + step + choices.length) % choices.length)
    // A number that was pasted is looked up before Enter goes anywhere.
    if (event.key === 'Enter' && !searching) go(at)
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
        aria-activedescendant={choices[at] && `${id}-${at}`}
        aria-label={t('palette.hint')}
        placeholder={t('palette.hint')}
        value={text}
        autoComplete="off"
        spellCheck={false}
        maxLength={128}
        dir="auto"
        onChange={({ target }) => {
          setText(target.value)
          setAt(0)
        }}
        onKeyDown={move}
        className="mb-2 min-h-11 w-full rounded-control border border-control bg-surface px-3.5 text-16"
      />
      <p role="status" className="min-h-5 px-3 text-12 text-fg2">
        {searching ? t('palette.searching') : text.trim() !== '' && t('palette.count', { count: choices.length })}
      </p>
      <ul id={id} role="listbox" aria-label={t('palette.title')} className="max-h-[50dvh] overflow-y-auto">
        {choices.map((one, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys go to the field, which names the option
          <li
            key={one.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            ref={index === at ? (item) => item?.scrollIntoView({ block: 'nearest' }) : undefined}
            onClick={() => go(index)}
            className={cx(
              'flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-3',
              index === at ? 'bg-accent-weak text-accent-text' : 'hover:bg-sunken',
            )}
          >
            {one.title}
          </li>
        ))}
      </ul>
    </>
  )
}

type Choice = { key: string; to: string; search: Readonly<Record<string, string>>; title: ReactNode }

/** What a typed text may mean: a screen, what the server found by it, or a search on one of the screens. */
function useChoices(text: string): { choices: readonly Choice[]; searching: boolean } {
  const t = useTranslations()
  const may = useMay()
  const features = useFeatures()
  const { found, searching } = useFound(text)
  const { named, searches } = findings(features, text, { may, titleOf: (key) => t(key) })
  return {
    searching,
    choices: [
      ...named,
      ...found.map((one) => ({ key: one.id, ...pathOfFound(features, one), title: <FoundLine found={one} /> })),
      ...searches.map((one) => ({ ...one, title: t(one.find, { text }) })),
    ],
  }
}

function FoundLine({ found: { kind, no, username, at } }: { found: Found }) {
  const t = useTranslations()
  const spec = useFeatures().found.get(kind)
  return (
    <>
      <span className="shrink-0 text-fg2">{spec && t(spec.title)}</span>
      <bdi className="min-w-0 truncate font-600">{kind === 'customer' ? username : no}</bdi>
      <span className="ms-auto flex min-w-0 gap-3 text-13 text-fg2">
        {kind !== 'customer' && username !== null && <bdi className="truncate">{username}</bdi>}
        {at !== null && <When ms={at} />}
      </span>
    </>
  )
}
