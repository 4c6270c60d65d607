import { Button } from '@evenhand/ui/button.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { useEffect, useRef, useState, type DragEvent } from 'react'
import { useTranslations } from 'use-intl'
import { PageTitle } from '../../layout/page-title.tsx'
import { takePendingFiles } from '../../lib/pending-files.ts'
import { useWhen } from '../../lib/use-when.ts'
import type { Keys, Progress } from './check-state.ts'
import { FileResult } from './file-result.tsx'
import { KindsList } from './kinds-list.tsx'
import { fileLink, screenLinks } from './links.tsx'
import type { Problem } from './open-file.ts'
import { maxFilesAtOnce, useCheck } from './use-check.ts'

/** Checks every kind of file with proofs that anybody drops here. No file leaves the browser. */
export function VerifyScreen() {
  const t = useTranslations('verify')
  const { results, problem, keys, progress, add, cancel } = useCheck()
  useEffect(() => {
    add(takePendingFiles())
    // oxlint-disable-next-line react/exhaustive-deps -- what was given before the screen opened is taken as it opens
  }, [])
  const unknown = results.findIndex(({ kind }) => kind === 'unknown')
  return (
    <div className="mx-auto flex max-w-240 flex-col gap-5 px-gutter py-4 desktop:py-8">
      <div>
        <PageTitle title={t('title')} inBar />
        <p className="desktop:mt-2 max-w-text text-15 text-fg2">{t('lead')}</p>
      </div>
      <DropZone busy={progress !== undefined} onFiles={add} />
      {progress && <ProgressBar {...progress} onCancel={cancel} />}
      {problem && (
        <p role="alert" className="text-15 font-600 text-danger">
          <ProblemText {...problem} />
        </p>
      )}
      {keys && <KeysText keys={keys} />}
      <ul aria-live="polite" className="flex flex-col gap-3">
        {results.map((result, at) => (
          <li key={results.length - at}>
            <FileResult {...result} showsKinds={at === unknown} />
          </li>
        ))}
      </ul>
      {unknown < 0 && (
        <section className="flex flex-col gap-3">
          <h2 className="text-15 font-700">{t('kindsTitle')}</h2>
          <KindsList />
        </section>
      )}
      <p className="max-w-text text-13 text-fg2">
        {t.rich('where', { ...screenLinks, keys: fileLink('keys', 'keys.json') })}
      </p>
    </div>
  )
}

/** How far a check is. A file is one step, but for an export of the ledger, which is read a run at a time. */
function ProgressBar({ name, done, all, onCancel }: Progress & { onCancel: () => void }) {
  const t = useTranslations('verify')
  const common = useTranslations('common')
  const text = t('checking', { file: name })
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 grow">
        <progress
          aria-label={text}
          {...(all > 0 && done > 0 && { value: done, max: all })}
          className="block h-1.5 w-full appearance-none overflow-hidden rounded-chip bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
        />
        <p role="status" className="truncate text-13 text-fg2">
          {text}
        </p>
      </div>
      <Button variant="secondary" onClick={onCancel}>
        {common('cancel')}
      </Button>
    </div>
  )
}

type DropProps = { busy: boolean; onFiles: (files: readonly File[]) => void }

function DropZone({ busy, onFiles }: DropProps) {
  const t = useTranslations('verify')
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent, now: boolean): void => {
    event.preventDefault()
    setOver(now)
  }
  return (
    <div
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={(event) => {
        over(event, false)
        onFiles([...event.dataTransfer.files])
      }}
      className={`flex flex-col items-center gap-3 rounded-card border-2 border-dashed px-4 py-8 text-center ${isOver ? 'border-accent bg-accent-weak' : 'border-line bg-surface'}`}
    >
      <p className="text-15 text-fg2 mobile:hidden">{t('drop')}</p>
      <Button busy={busy} onClick={() => input.current?.click()}>
        <Icon name="document" size={18} />
        {t('choose')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={t('choose')}
        accept=".json,.jsonl,.pem,.pdf,.csv,application/json"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // The same file can be chosen again after it was changed.
          currentTarget.value = ''
        }}
      />
    </div>
  )
}

function ProblemText(problem: Problem) {
  const t = useTranslations('verify')
  if (problem.is === 'noKeys') return t('noKeys')
  if (problem.is === 'tooMany') return t('tooMany', { max: maxFilesAtOnce })
  if (problem.is === 'tooLarge') return t('tooLarge', { file: problem.file, maxMb: problem.max })
  return t('notRead', { file: problem.file })
}

function KeysText({ keys }: { keys: Keys }) {
  const t = useTranslations('verify')
  const orders = useTranslations('orders')
  const when = useWhen()
  if (keys.from === 'file') return <p className="text-13 text-fg2">{t('keysOf', { file: keys.name })}</p>
  const time = when(keys.since)
  return (
    <p className="text-13 text-fg2">
      {orders(keys.changed ? 'receipt.keysChanged' : 'receipt.keysSince', { time })} {t('otherKeys')}
    </p>
  )
}
