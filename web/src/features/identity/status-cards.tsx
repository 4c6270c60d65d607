import { complaintBusinessDays } from '@evenhand/protocol/complaints.ts'
import { maxUnverified } from '@evenhand/protocol/funds.ts'
import { maxAttempts, type CustomerIdentification } from '@evenhand/protocol/identification.ts'
import { assetScales, formatUnits } from '@evenhand/protocol/money.ts'
import { withdrawalLimits } from '@evenhand/protocol/withdrawals.ts'
import { Icon, type IconName } from '@evenhand/ui/icon.tsx'
import { Banner, Card } from '@evenhand/ui/states.tsx'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ComplainLink } from '../../lib/complain-link.tsx'
import { isolated } from '../../lib/isolated.ts'
import { useSentences } from '../../lib/sentences.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import { useWhen } from '../../lib/use-when.ts'
import { isDated, ReviewClock } from './review-clock.tsx'
import { StatedFacts } from './form-facts.tsx'
import { useIdentityWords, useReasonText } from './use-identity-words.ts'

/** Whole USDT inside a sentence. */
export function useUsdtText(): (units: bigint) => string {
  const { amount } = useLocalNumber()
  return (units) => amount(formatUnits(units, assetScales.USDT), 'USDT', { minDecimals: 0, maxDecimals: 0 })
}

type StatusCardProps = { icon: IconName; variant: string; title: string; isNews: boolean; children: ReactNode }

function StatusCard({ icon, variant, title, isNews, children }: StatusCardProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isNews) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'center' })
  }, [isNews])
  return (
    <Card className="flex max-w-card flex-col gap-4 p-5">
      <h2 ref={heading} tabIndex={-1} className="flex items-center gap-3 text-18 font-700 outline-none">
        <span className={`inline-flex size-10 shrink-0 items-center justify-center rounded-full ${variant}`}>
          <Icon name={icon} size={22} />
        </span>
        {title}
      </h2>
      {children}
    </Card>
  )
}

/** When the form was sent and when it was decided on. */
function Decided({ own: { submittedAt, decidedAt } }: { own: CustomerIdentification }) {
  const t = useTranslations('identity')
  const when = useWhen()
  if (submittedAt === null || decidedAt === null) return null
  return (
    <p className="flex flex-wrap gap-x-4 text-13 text-fg3">
      <span>{t('pending.sentAt', { time: when(submittedAt) })}</span>
      <span>{t('decided', { time: when(decidedAt) })}</span>
    </p>
  )
}

/** `isNews`: it came while the page was open, so that its heading is gone to and read out. */
type CardProps = { own: CustomerIdentification; isNews: boolean }

/** It is under review, until then. */
export function PendingCard({ own, isNews }: CardProps) {
  const t = useTranslations('identity')
  return (
    <>
      <StatusCard isNews={isNews} icon="clock" variant="bg-accent-weak text-accent-text" title={t('pending.title')}>
        {isDated(own) && <ReviewClock own={own} />}
        <p className="text-fg2">{t('pending.text')}</p>
      </StatusCard>
      <StatedFacts own={own} />
    </>
  )
}

/** What is open now, and until when. */
export function VerifiedCard({ own, isNews }: CardProps) {
  const t = useTranslations('identity')
  const when = useWhen()
  const usdtText = useUsdtText()
  const { dayText } = useIdentityWords()
  return (
    <>
      <StatusCard isNews={isNews} icon="check" variant="bg-good-weak text-good" title={t('verified.title')}>
        {own.decidedAt !== null && <p className="text-fg2">{t('verified.since', { time: when(own.decidedAt) })}</p>}
        <div>
          <h3 className="mb-2 font-600">{t('verified.opens')}</h3>
          <ul className="flex flex-col gap-2">
            {[
              t('verified.deposit', { amount: usdtText(maxUnverified) }),
              t('verified.withdraw', { amount: usdtText(withdrawalLimits.VERIFIED) }),
            ].map((line) => (
              <li key={line} className="flex items-start gap-2">
                <Icon name="check" size={18} className="mt-0.5 text-good" />
                <span>{line}</span>
              </li>
            ))}
          </ul>
        </div>
        {own.last && <p className="text-13 text-fg2">{t('verified.until', { day: dayText(own.last.docExpiry) })}</p>}
      </StatusCard>
      <StatedFacts own={own} />
    </>
  )
}

/** Why it ended and when, the way to have it checked again, and what was sent. */
export function RejectedCard({ own, isNews }: CardProps) {
  const t = useTranslations('identity')
  const reasonText = useReasonText(false)
  return (
    <>
      <StatusCard isNews={isNews} icon="warning" variant="bg-danger-weak text-danger" title={t('rejected.title')}>
        {own.reasons.map((reason) => (
          <p key={`${reason.field} ${reason.code}`} className="font-500">
            {reasonText(reason)}
          </p>
        ))}
        <Decided own={own} />
        <p className="text-fg2">{t('rejected.text')}</p>
        <Appeal text={t('rejected.appeal')} />
      </StatusCard>
      <StatedFacts own={own} />
    </>
  )
}

/** The way to have it checked again, and how long the answer takes. */
function Appeal({ text }: { text: string }) {
  const t = useTranslations('identity')
  const sentences = useSentences()
  return (
    <>
      <p className="text-fg2">{sentences(text, t('answered', { days: complaintBusinessDays }))}</p>
      <ComplainLink about="identification" appeal />
    </>
  )
}

/** What a reviewer wants to have corrected, and how often it can still be sent; what was wrong, where it can no longer. */
export function CorrectCard({ own, isNews }: CardProps) {
  const t = useTranslations('identity')
  const faults = new Set(own.reasons.map(({ field }) => field)).size + own.needs.length
  const isUsed = own.attemptsLeft < 1
  return (
    <>
      <StatusCard
        isNews={isNews}
        icon="warning"
        variant="bg-warn-weak text-warn"
        title={isUsed ? t('used.title') : t('correct.title', { count: faults })}
      >
        <Faults own={own} />
        <Decided own={own} />
        {isUsed ? (
          <Appeal text={t('used.text', { count: maxAttempts })} />
        ) : (
          <div className="text-13 text-fg2">
            <p>{t('correct.text')}</p>
            <p>{t('correct.left', { count: own.attemptsLeft })}</p>
          </div>
        )}
      </StatusCard>
      {isUsed && <StatedFacts own={own} />}
    </>
  )
}

/** Field by field what is wrong with it, each once; and what to do about it while the form can be sent. */
function Faults({ own: { reasons, needs, last, attemptsLeft } }: { own: CustomerIdentification }) {
  const t = useTranslations('identity')
  const canSend = attemptsLeft > 0
  const reasonText = useReasonText(canSend)
  const sentences = useSentences()
  const { label } = useIdentityWords()
  return (
    <ul className="flex flex-col gap-3">
      {[...new Set(reasons.map(({ field }) => field))].map((field) => (
        <li key={field} className="border-s-3 border-warn-line ps-3">
          <span className="block font-600">{label(field, last?.docType ?? '')}</span>
          {reasons
            .filter((reason) => reason.field === field)
            .map((reason) => (
              <span key={reason.code} className="block text-fg2">
                {reasonText(reason)}
              </span>
            ))}
        </li>
      ))}
      {needs.map(({ field, text }) => (
        <li key={field} className="border-s-3 border-warn-line ps-3">
          <span className="block font-600">{label(field, '')}</span>
          <span className="text-fg2">
            {sentences(
              t(canSend ? 'correct.needed' : 'used.needed'),
              text !== undefined && t('correct.said', { text: isolated(text) }),
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Before the first form: what it is for, and what can be done without it. */
export function WhyBanner() {
  const t = useTranslations('identity')
  const usdtText = useUsdtText()
  const values = { deposit: usdtText(maxUnverified), withdraw: usdtText(withdrawalLimits.BASIC) }
  return (
    <Banner variant="info" className="max-w-card">
      <p>{t('whyText', values)}</p>
      <p>{t('intro')}</p>
    </Banner>
  )
}

/** The document has ended: the rest is filled in already. */
export function ExpiredBanner({ own }: { own: CustomerIdentification }) {
  const t = useTranslations('identity')
  const { dayText } = useIdentityWords()
  return (
    <Banner className="max-w-card">
      <p className="font-600">{t('expired.title')}</p>
      <p>{t('expired.text', { day: dayText(own.last?.docExpiry ?? '') })}</p>
    </Banner>
  )
}
