import { Button } from '@evenhand/ui/button.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { openModal } from '@evenhand/ui/open-dialogs.ts'
import { RadioList } from '@evenhand/ui/radio-list.tsx'
import { useNavigate } from '@evenhand/ui/router.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSession } from '../lib/session.ts'
import { setRiseColor, useRiseColor } from '../lib/settings.ts'
import { BrandMark } from './brand.tsx'
import { LanguageList } from './language-list.tsx'

const panels = ['prices', 'receipt', 'choice'] as const

/** The mobile board of three panels. Skip ends at home; Continue on the last one at registration, or home when signed in. */
export function Onboarding({ onDone }: { onDone: () => void }) {
  const t = useTranslations('onboarding')
  const navigate = useNavigate()
  const session = useSession()
  const board = useRef<HTMLDialogElement>(null)
  const [at, setAt] = useState(0)
  const panel = panels[at] ?? 'choice'
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => (board.current ? openModal(board.current) : undefined), [])
  useEffect(() => title.current?.focus(), [at])
  const end = (to: '/' | '/pass/register') => {
    onDone()
    void navigate({ to })
  }
  const go = () => (at < panels.length - 1 ? setAt(at + 1) : end(session ? '/' : '/pass/register'))
  return (
    <dialog
      ref={board}
      aria-label={t('label')}
      onCancel={() => end('/')}
      className="m-0 h-dvh max-h-none w-full max-w-none bg-surface p-0 text-fg"
    >
      <div className="flex min-h-full flex-col px-5 py-3">
        <div className="flex items-center justify-between">
          <span className="flex items-center gap-2 text-18 font-700" dir="ltr">
            <BrandMark />
            Evenhand
          </span>
          <Button variant="quiet" onClick={() => end('/')}>
            {t('skip')}
          </Button>
        </div>
        <div className="flex grow flex-col justify-center gap-4 py-6">
          {panel !== 'choice' && (
            <span className="inline-flex size-16 items-center justify-center rounded-sheet bg-accent-weak text-accent-text">
              <Icon name={panel === 'prices' ? 'candles' : 'list'} size={32} />
            </span>
          )}
          <h2 ref={title} tabIndex={-1} className="text-24 font-700 text-balance outline-none">
            {t(`title.${panel}`)}
          </h2>
          <p className="text-16 text-fg2">{t(`text.${panel}`)}</p>
          {panel === 'choice' && <Choices />}
        </div>
        <p
          className="mb-3 flex justify-center gap-2"
          aria-label={t('step', { step: at + 1, total: panels.length })}
          role="img"
        >
          {panels.map((name) => (
            <span
              key={name}
              className={`h-1.5 rounded-full ${name === panel ? 'w-6 bg-accent' : 'w-1.5 bg-control'}`}
            />
          ))}
        </p>
        <Button size="large" onClick={go} className="w-full">
          {t(at < panels.length - 1 ? 'continue' : session ? 'enter' : 'start')}
        </Button>
      </div>
    </dialog>
  )
}

function Choices() {
  const t = useTranslations('common')
  const rises = ['red', 'green', 'cvd'] as const
  return (
    <div className="flex flex-col gap-4">
      <LanguageList />
      <RadioList
        legend={t('rise.label')}
        items={rises.map((value) => ({ value, label: t(`rise.${value}`) }))}
        value={useRiseColor()}
        onChange={setRiseColor}
      />
    </div>
  )
}
