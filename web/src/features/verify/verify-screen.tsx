import { Button } from '@evenhand/ui/button.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { useRef, useState, type DragEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { PageTitle } from '../../layout/page-title.tsx'
import { useWhen } from '../../lib/use-when.ts'
import { FileResult } from './file-result.tsx'
import { maxFilesAtOnce, maxMegabytes, useCheck, type Keys, type Problem } from './use-check.ts'

const linkClass = 'text-accent-text underline underline-offset-2'
const fileLink = (path: string) => (text: ReactNode) => (
  <a className={linkClass} href={`/swx/customer/public/${path}`}>
    {text}
  </a>
)
const links = {
  heads: fileLink('heads'),
  keys: fileLink('keys'),
  figures: (text: ReactNode) => (
    <Link className={linkClass} to="/transparency">
      {text}
    </Link>
  ),
}

/** Checks receipts, records and heads that anybody drops here. No file leaves the browser. */
export function VerifyScreen() {
  const t = useTranslations('transparency')
  const { results, problem, keys, busy, add } = useCheck()
  return (
    <div className="mx-auto flex max-w-240 flex-col gap-5 px-gutter py-6 desktop:py-10">
      <div>
        <PageTitle title={t('verify.title')} inBar />
        <p className="mt-2 max-w-text text-15 text-fg2">{t('verify.lead')}</p>
      </div>
      <DropZone busy={busy} onFiles={add} />
      {problem && (
        <p role="alert" className="text-15 font-600 text-danger">
          <ProblemText {...problem} />
        </p>
      )}
      {keys && <KeysText keys={keys} />}
      <ul aria-live="polite" className="flex flex-col gap-3">
        {results.map((result, at) => (
          <li key={results.length - at}>
            <FileResult {...result} />
          </li>
        ))}
      </ul>
      <p className="max-w-text text-13 text-fg2">{t.rich('verify.where', links)}</p>
    </div>
  )
}

type DropProps = { busy: boolean; onFiles: (files: readonly File[]) => void }

function DropZone({ busy, onFiles }: DropProps) {
  const t = useTranslations('transparency')
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
      <p className="text-15 text-fg2 mobile:hidden">{t('verify.drop')}</p>
      <Button busy={busy} onClick={() => input.current?.click()}>
        <Icon name="document" size={18} />
        {t('verify.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={t('verify.choose')}
        accept=".json,.jsonl,application/json"
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
  const t = useTranslations('transparency')
  if (problem.is === 'noKeys') return t('verify.noKeys')
  if (problem.is === 'tooMany') return t('verify.tooMany', { max: maxFilesAtOnce })
  return t(`verify.${problem.is}`, { file: problem.file, maxMb: maxMegabytes })
}

function KeysText({ keys }: { keys: Keys }) {
  const t = useTranslations('transparency')
  const orders = useTranslations('orders')
  const when = useWhen()
  if (keys.from === 'file') return <p className="text-13 text-fg2">{t('verify.keysOf', { file: keys.name })}</p>
  const time = when(keys.since)
  return (
    <p className="text-13 text-fg2">
      {orders(keys.changed ? 'receipt.keysChanged' : 'receipt.keysSince', { time })} {t('verify.otherKeys')}
    </p>
  )
}
