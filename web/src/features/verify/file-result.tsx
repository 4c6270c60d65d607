import { Icon } from '@evenhand/ui/icon.tsx'
import { Card } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import type { CheckedFile } from './check-files.ts'

const findingsShown = 12

/** What came of checking one file: what it is, whether all of it is right, what differs, and what was computed again. */
export function FileResult({ name, kind, ok, count, about, findings, notes, lines }: CheckedFile) {
  const t = useTranslations('transparency')
  const orders = useTranslations('orders')
  const said = kind === 'unknown' ? [] : [...findings, ...notes]
  return (
    <Card className="flex flex-col gap-3 p-4">
      <div>
        <h2 className="text-15 font-700 wrap-anywhere">{t(`verify.kind.${kind}`, { count })}</h2>
        <p className="text-13 text-fg2 wrap-anywhere">
          {about && (
            <>
              <bdi>{about}</bdi>
              {' · '}
            </>
          )}
          <bdi>{name}</bdi>
        </p>
      </div>
      {kind !== 'unknown' && (
        <p
          className={`flex items-center gap-2 rounded-control px-4 py-3 text-15 font-600 ${ok ? 'bg-good-weak text-good' : 'bg-danger-weak text-danger'}`}
        >
          <Icon name={ok ? 'check' : 'warning'} size={18} />
          {ok ? orders('receipt.right') : orders('receipt.wrong', { count: Math.max(1, findings.length) })}
        </p>
      )}
      {said.length > 0 && (
        <ul className="flex flex-col gap-1 text-13">
          {said.slice(0, findingsShown).map(({ is, at }, index) => (
            <li key={index} className="wrap-anywhere">
              {is === 'decided' ? t('verify.decided') : orders(`finding.${is}`)} <code dir="ltr">{at}</code>
            </li>
          ))}
          {said.length > findingsShown && <li>{t('verify.more', { count: said.length - findingsShown })}</li>}
        </ul>
      )}
      {lines.length > 0 && (
        <details className="text-13">
          <summary className="min-h-11 cursor-pointer py-2.5 font-600 text-accent-text desktop:min-h-8 desktop:py-1.5">
            {t('verify.computed')}
          </summary>
          <pre
            dir="ltr"
            className="mt-1 max-h-96 overflow-auto rounded-control bg-sunken p-3 font-mono whitespace-pre-wrap wrap-anywhere"
            tabIndex={0}
          >
            {lines.join('\n')}
          </pre>
        </details>
      )}
    </Card>
  )
}
