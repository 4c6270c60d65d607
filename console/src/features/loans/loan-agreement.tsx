import { viewLoanCase, viewLoanSignature } from '@evenhand/protocol/loans-console.ts'
import { languages } from '@evenhand/protocol/languages.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Copyable } from '../../case/copyable.tsx'
import { Facts, Part } from '../../case/facts.tsx'
import { ReasonedPicture } from '../../case/reasoned-picture.tsx'
import { callForFile } from '../../lib/call.ts'
import { useMay } from '../../lib/session.ts'
import { When } from '../../lib/when.tsx'
import type { LoanCaseView } from './loan-case.tsx'

const nameOf = (lang: string): string => languages.find(({ value }) => value === lang)?.name ?? lang

type LoanAgreementProps = { seen: LoanCaseView; onOpened: () => void }

/** The text that was signed with its hash, and by what it was signed. */
export function LoanAgreement({ seen, onOpened }: LoanAgreementProps) {
  const t = useTranslations('loans')
  const { agreementLang } = seen
  return (
    <>
      <Part title={t('part.agreement')}>
        <Facts
          items={[
            [t('hash'), <Copyable key="hash" text={seen.agreementHash} />],
            [t('template'), String(seen.templateVersion)],
            [t('language'), <bdi key="language">{nameOf(agreementLang)}</bdi>],
            [t('column.signedAt'), <When key="at" ms={seen.signedAt} seconds />],
          ]}
        />
        <details className="mt-3">
          <summary className="cursor-pointer py-1 text-13 font-600 text-accent-text">{t('showText')}</summary>
          <div
            dir="auto"
            lang={agreementLang}
            className="mt-2 rounded-control border border-line bg-sunken p-3 text-13 whitespace-pre-wrap"
          >
            {seen.agreement}
          </div>
        </details>
      </Part>
      <Signature seen={seen} onOpened={onOpened} />
    </>
  )
}

/** A typed name stands here as it is; a picture opens for a reason. */
function Signature({ seen: { id, signatureFileId, typedName }, onOpened }: LoanAgreementProps) {
  const t = useTranslations('loans')
  const may = useMay()
  const queries = useQueryClient()
  return (
    <Part title={t('part.signature')}>
      {typedName !== '' && <Facts items={[[t('typedName'), <bdi key="name">{typedName}</bdi>]]} />}
      {signatureFileId !== null &&
        (may(viewLoanSignature) ? (
          <ReasonedPicture
            label={t('part.signature')}
            button={t('showSignature')}
            open={(reason) => callForFile(viewLoanSignature, { id, reason })}
            onOpened={() => {
              onOpened()
              void queries.invalidateQueries({ queryKey: [viewLoanCase.path, id] })
            }}
          />
        ) : (
          <p className="text-13 text-fg2">{t('drawn')}</p>
        ))}
    </Part>
  )
}
