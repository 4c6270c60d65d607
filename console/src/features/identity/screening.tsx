import type { ViewedIdentification } from '@evenhand/protocol/identification-console.ts'
import { useTranslations } from 'use-intl'
import { Copyable } from '../../case/copyable.tsx'
import { Facts, Part } from '../../case/facts.tsx'
import { When } from '../../lib/when.tsx'

const verdicts = ['VERIFIED', 'RESUBMIT', 'REJECTED_FINAL', 'LAPSED'] as const

/** What a provider found, sanctions among it; and what was requested when the form was sent back. */
export function Screening({ seen }: { seen: ViewedIdentification }) {
  const t = useTranslations('identity')
  const { provider, needs } = seen
  const verdict = verdicts.find((one) => one === provider?.verdict)
  return (
    <>
      <Part title={t('part.screening')}>
        {provider === null ? (
          <p className="text-13 text-fg2">{t('screening.none')}</p>
        ) : (
          <Facts
            items={[
              [t('screening.provider'), <bdi key="name">{provider.name}</bdi>],
              [t('screening.reference'), <Copyable key="reference" text={provider.reference} />],
              [t('screening.sentAt'), <When key="sent" ms={provider.sentAt} seconds />],
              [t('screening.verdict'), verdict === undefined ? t('screening.waits') : t(`screening.of.${verdict}`)],
              [t('screening.at'), provider.at !== null && <When key="at" ms={provider.at} seconds />],
              [
                t('screening.reasons'),
                provider.reasons.length > 0 && provider.reasons.map(({ code }) => t(`reason.${code}`)).join(' · '),
              ],
            ]}
          />
        )}
      </Part>
      {needs.length > 0 && (
        <Part title={t('part.needs')}>
          <ul className="text-13">
            {needs.map(({ field, text }) => (
              <li key={field}>
                {t(`field.${field}`)}
                {text && <bdi className="block text-fg2">{text}</bdi>}
              </li>
            ))}
          </ul>
        </Part>
      )}
    </>
  )
}
