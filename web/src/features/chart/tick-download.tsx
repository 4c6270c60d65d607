import { sentenceDate } from '@evenhand/protocol/sentence-date.ts'
import type { PublishedTicks } from '@evenhand/proofs/verify-ticks.ts'
import { Button, buttonClass } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Figure } from '../../lib/format.tsx'
import { languageOf, useLang } from '../../lib/settings.ts'
import { boundedRange, fetchTicks, longestMs, ticksCsv, type Range } from './fetch-ticks.ts'

type DownloadProps = {
  open: boolean
  code: string
  /** What the chart shows now; undefined while it shows nothing. */
  range: () => Range | undefined
  onClose: () => void
}

/** The recorded ticks behind the candles now seen, with the proofs that lead to the signed log, as files. */
export function TickDownload({ open, code, range, onClose }: DownloadProps) {
  const t = useTranslations('chart')
  const common = useTranslations('common')
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('ticks.title', { code })}
      closeLabel={common('close')}
      variant="sheet"
    >
      <Fetching code={code} seen={range()} />
    </Dialog>
  )
}

type State =
  | { readonly is: 'idle' | 'failed' | 'none' }
  | { readonly is: 'running'; readonly done: number; readonly all: number }
  | { readonly is: 'ready'; readonly pages: readonly PublishedTicks[] }

function Fetching({ code, seen }: { code: string; seen: Range | undefined }) {
  const t = useTranslations('chart')
  const common = useTranslations('common')
  // The chart goes on while the sheet is open; what was seen when it was opened is what is fetched.
  const [range] = useState(seen)
  const [state, setState] = useState<State>({ is: 'idle' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  if (!range) return <p>{t('ticks.none')}</p>
  const bounded = boundedRange(range)
  const start = async () => {
    const stop = new AbortController()
    running.current = stop
    const onProgress = (done: number, all: number) => setState({ is: 'running', done, all })
    onProgress(0, (bounded.to - bounded.from) / 60_000)
    try {
      const pages = await fetchTicks({ code, ...bounded, signal: stop.signal, onProgress })
      setState(pages.length > 0 ? { is: 'ready', pages } : { is: 'none' })
    } catch {
      setState({ is: stop.signal.aborted ? 'idle' : 'failed' })
    }
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="text-14 text-fg2">{t('ticks.text')}</p>
      <RangeText range={bounded} />
      {range.to - range.from > longestMs && <p className="text-13 text-warn">{t('ticks.tooLong')}</p>}
      <div aria-live="polite" className="flex flex-col gap-3">
        {state.is === 'running' && <Progress done={state.done} all={state.all} />}
        {state.is === 'failed' && <p className="text-danger">{t('ticks.failed')}</p>}
        {state.is === 'none' && <p>{t('ticks.none')}</p>}
        {state.is === 'ready' && <Files code={code} range={bounded} pages={state.pages} />}
      </div>
      {state.is === 'running' && (
        <Button variant="secondary" onClick={() => running.current?.abort()}>
          {t('ticks.cancel')}
        </Button>
      )}
      {state.is === 'idle' && <Button onClick={() => void start()}>{t('ticks.start')}</Button>}
      {state.is === 'failed' && <Button onClick={() => void start()}>{common('retry')}</Button>}
    </div>
  )
}

function RangeText({ range }: { range: Range }) {
  const tag = languageOf(useLang()).tag
  const format = sentenceDate(tag, { timeStyle: 'short' })
  return (
    <p className="font-600">
      <bdi>{format.formatRange(range.from, range.to)}</bdi>
    </p>
  )
}

function Progress({ done, all }: { done: number; all: number }) {
  const t = useTranslations('chart')
  const text = t('ticks.progress', { done, all })
  return (
    <div>
      <progress aria-label={text} value={done} max={all} className="h-1.5 w-full accent-accent-text" />
      <p className="text-13 text-fg2">{text}</p>
    </div>
  )
}

type FilesProps = { code: string; range: Range; pages: readonly PublishedTicks[] }

/** The files to save: everything with its proofs, and the bare table. */
function Files({ code, range, pages }: FilesProps) {
  const t = useTranslations('chart')
  const [links, setLinks] = useState<{ json: string; csv: string }>()
  useEffect(() => {
    const made = {
      json: URL.createObjectURL(new Blob([JSON.stringify(pages)], { type: 'application/json' })),
      csv: URL.createObjectURL(new Blob([ticksCsv(pages)], { type: 'text/csv' })),
    }
    setLinks(made)
    return () => {
      URL.revokeObjectURL(made.json)
      URL.revokeObjectURL(made.csv)
    }
  }, [pages])
  const segments = pages.flatMap((page) => page.segments)
  const ticks = segments.reduce((sum, segment) => sum + segment.ticks.length, 0)
  const name = `ticks-${code}-${Math.floor(range.from / 60_000)}`
  return (
    <>
      <p>{t('ticks.ready', { ticks, minutes: segments.length })}</p>
      <div className="flex flex-wrap gap-3">
        <a href={links?.json} download={`${name}.json`} className={buttonClass('primary')}>
          <Icon name="download" size={18} />
          {t('ticks.json')}
        </a>
        <a href={links?.csv} download={`${name}.csv`} className={buttonClass('secondary')}>
          <Icon name="download" size={18} />
          {t('ticks.csv')}
        </a>
      </div>
      <p className="text-13 text-fg2">{t('ticks.check')}</p>
      <Figure className="overflow-x-auto rounded-chip bg-sunken px-3 py-2 font-mono text-12 whitespace-nowrap">
        {`npm run verify -- ticks ${name}.json --key public.pem`}
      </Figure>
    </>
  )
}
