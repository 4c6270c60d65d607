import type { AuditFinding } from '@evenhand/protocol/operator-checks.ts'
import { useTranslations } from 'use-intl'
import { useAuditText } from './audit-words.ts'

/** Where something differs from what it should be, and how. */
export function Findings({ findings }: { findings: readonly AuditFinding[] }) {
  const t = useTranslations('findings')
  const words = useAuditText()
  return (
    <ul className="mt-2 flex flex-col gap-3 text-13">
      {findings.map(({ at, expected, found }) => (
        <li key={`${at}${found}`} className="break-words">
          <bdi className="block font-600">{words(at)}</bdi>
          {found !== undefined && (
            <span className="block text-danger">
              {t('found')} <bdi>{words(found)}</bdi>
            </span>
          )}
          {expected !== undefined && (
            <span className="block text-fg2">
              {t('expected')} <bdi>{words(expected)}</bdi>
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
