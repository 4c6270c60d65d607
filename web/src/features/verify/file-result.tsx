import { Icon } from '@evenhand/ui/icon.tsx'
import { Card } from '@evenhand/ui/states.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Dot } from '../../lib/dot.tsx'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { loadTexts } from '../../lib/texts.ts'
import { useWhen } from '../../lib/use-when.ts'
import type { CheckedFile, Fault } from './checked-file.ts'
import { KindsList } from './kinds-list.tsx'
import { fileLink, screenLinks } from './links.tsx'

const findingsShown = 12
const maxLines = 2000

/** What closed a contract, in words that only such a file needs. */
const Closing = lazyPart<{ by: NonNullable<CheckedFile['closedBy']> }>(async () => {
  await loadTexts('contracts')
  return ClosingText
})

function ClosingText({ by }: { by: NonNullable<CheckedFile['closedBy']> }) {
  const t = useTranslations('contracts')
  return <p className="text-13">{t(`reason.${by}`)}</p>
}

type ResultProps = CheckedFile & {
  /** Whether a file of unknown kind shows which kinds are known; one of them is enough. */
  readonly showsKinds: boolean
}

/** What came of checking one file: what it is, whether all of it is right, what differs, and what was computed again. */
export function FileResult({ showsKinds, ...file }: ResultProps) {
  const t = useTranslations('verify')
  const { name, kind, count, about, closedBy, findings, notes, lines } = file
  const differences = [...findings, ...notes]
  return (
    <Card className="flex flex-col gap-3 p-4">
      <div>
        <h2 className="text-15 font-700 wrap-anywhere">{t(`kind.${kind}`, { count })}</h2>
        <p className="text-13 text-fg2 wrap-anywhere">
          {about && (
            <>
              <bdi>{about}</bdi>
              <Dot />
            </>
          )}
          <bdi>{name}</bdi>
        </p>
        {closedBy && <Closing by={closedBy} />}
      </div>
      <Outcome {...file} />
      {differences.length > 0 && (
        <ul className="flex flex-col gap-2 text-13">
          {differences.slice(0, findingsShown).map((fault, index) => (
            <FaultLine key={index} {...fault} />
          ))}
          {differences.length > findingsShown && <li>{t('more', { count: differences.length - findingsShown })}</li>}
        </ul>
      )}
      {kind === 'unknown' && showsKinds && <KindsList />}
      {lines.length > 0 && (
        <details className="text-13">
          <summary className="min-h-11 cursor-pointer py-2.5 font-600 text-accent-text desktop:min-h-8 desktop:py-1.5">
            {t('computed')}
          </summary>
          <pre
            dir="ltr"
            className="mt-1 max-h-96 overflow-auto rounded-control bg-sunken p-3 font-mono whitespace-pre-wrap wrap-anywhere"
            tabIndex={0}
          >
            {lines.slice(0, maxLines).join('\n')}
            {lines.length > maxLines && `\n… +${lines.length - maxLines}`}
          </pre>
        </details>
      )}
    </Card>
  )
}

const looks = {
  right: ['check', 'bg-good-weak text-good'],
  wrong: ['warning', 'bg-danger-weak text-danger'],
  waits: ['clock', 'bg-warn-weak text-warn'],
} as const

function Verdict({ state, children }: { state: keyof typeof looks; children: ReactNode }) {
  const [icon, look] = looks[state]
  return (
    <p className={`flex items-center gap-2 rounded-control px-4 py-3 text-15 font-600 ${look}`}>
      <Icon name={icon} size={18} />
      {children}
    </p>
  )
}

/** Whether a file is right, and what that covers; or what it lacks. */
function Outcome({ kind, state, count, more, findings, needed }: CheckedFile) {
  const t = useTranslations('verify')
  const orders = useTranslations('orders')
  const when = useWhen()
  if (state === 'wrong')
    return <Verdict state="wrong">{orders('receipt.wrong', { count: Math.max(1, findings.length) })}</Verdict>
  if (state === 'right') {
    const isCounted = kind === 'ticks' || kind === 'heads' || kind === 'acts' || kind === 'ledger'
    return (
      <>
        <Verdict state="right">{orders('receipt.right')}</Verdict>
        {isCounted && <p className="text-13">{t(`proved.${kind}`, { count, minutes: more })}</p>}
        {kind === 'acts' && more > 0 && <p className="text-13 text-fg2">{t('notSealed', { count: more })}</p>}
        {kind === 'liabilities' && <LeavesText count={count} sealed={more === 0} />}
      </>
    )
  }
  if (state === 'waits' && needed !== undefined)
    return (
      <>
        <Verdict state="waits">{t('waits')}</Verdict>
        <p className="text-13">
          {t('needsHead', { time: when(needed.time), size: needed.size })}{' '}
          {t.rich('headsFrom', { heads: fileLink('heads?limit=1000', 'heads.json') })}
        </p>
      </>
    )
  if (state === 'empty') return <p className="text-13">{t('empty')}</p>
  if (kind === 'unknown') return <p className="text-13">{t('unknown')}</p>
  if (
    kind === 'statement' ||
    kind === 'transactions' ||
    kind === 'ticksTable' ||
    kind === 'sealedPdf' ||
    kind === 'dataExport'
  )
    return <p className="text-13">{t.rich(`reading.${kind}`, screenLinks)}</p>
  return null
}

/** What a right proof of liabilities shows, and what its customer has to compare. */
function LeavesText({ count, sealed }: { count: number; sealed: boolean }) {
  const t = useTranslations('verify')
  return (
    <>
      <p className="text-13">{count === 0 ? t('noLeaf') : t('leaves', { count })}</p>
      {!sealed && <p className="text-13 text-fg2">{t('statementNotSealed')}</p>}
    </>
  )
}

function FaultLine({ is, at, expected, found, location }: Fault) {
  const t = useTranslations('verify')
  const orders = useTranslations('orders')
  const when = useWhen()
  const words = (): string => {
    if (is === 'decided' || is === 'summed') return t(is)
    return is === 'notJson' || is === 'unbalanced' || is === 'overdrawn' ? t(`finding.${is}`) : orders(`finding.${is}`)
  }
  const where = (): string | undefined => {
    if (location?.is === 'minute') return t('place.minute', { time: when(location.at) })
    if (location?.is === 'head') return t('place.head', { time: when(location.at), size: location.size })
    if (location?.is === 'entries') return t('place.entries', { from: location.from, to: location.to })
    return location && t(`place.${location.is}`, { no: location.no })
  }
  const values = [
    ['expected', expected],
    ['found', found],
  ] as const
  const atText = where()
  return (
    <li className="wrap-anywhere">
      {words()} {atText && <strong className="font-600">{atText}</strong>}{' '}
      {atText !== at && (
        <code dir="ltr" className={atText && 'text-fg2'}>
          {at}
        </code>
      )}
      {values.map(
        ([name, value]) =>
          value !== undefined && (
            <span key={name} className="block text-fg2">
              {t(name)}{' '}
              <code dir="ltr" className="wrap-anywhere">
                {value}
              </code>
            </span>
          ),
      )}
    </li>
  )
}
