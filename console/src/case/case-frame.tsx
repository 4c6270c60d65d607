import { IconButton } from '@evenhand/ui/button.tsx'
import { Button } from '@evenhand/ui/button.tsx'
import { Banner } from '@evenhand/ui/states.tsx'
import type { LegalHold } from '@evenhand/protocol/case-hold.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { timeText } from '../lib/when.tsx'
import { useHeld, type Held } from '../queue/work.ts'
import { CaseCourse } from './case-course.tsx'
import { LegalHoldBanner } from './legal-hold-banner.tsx'

type CaseFrameProps = {
  title: ReactNode
  /** Its state and its clock. */
  marks: ReactNode
  onClose: () => void
  /** Of the customer it is about; it stands in red above everything else. */
  legalHold?: LegalHold | null | undefined
  /** The buttons that decide; they stay in sight while the case scrolls. */
  actions?: ReactNode
  children: ReactNode
}

/** A case beside its queue: what it is, its parts, and what may be decided. */
export function CaseFrame({ title, marks, onClose, legalHold, actions, children }: CaseFrameProps) {
  const t = useTranslations('common')
  const held = useHeld()
  return (
    <>
      <header className="sticky top-0 z-10 flex items-start gap-3 border-b border-line bg-surface px-5 py-3">
        <div className="min-w-0 flex-1">
          <h2 className="text-16 leading-snug font-700 wrap-anywhere">{title}</h2>
          <div className="mt-1 flex flex-wrap gap-1.5">{marks}</div>
        </div>
        <IconButton icon="close" label={t('keys.close')} onClick={onClose} className="-me-2" />
      </header>
      {legalHold && <LegalHoldBanner hold={legalHold} />}
      {held && <HeldBy held={held} />}
      <div className="flex-1">
        {children}
        <CaseCourse />
      </div>
      {actions && !held && (
        // Empty where what may be decided depends on the case, and nothing may.
        <footer className="sticky bottom-0 z-10 flex flex-wrap gap-2 border-t border-line bg-surface px-5 py-3 empty:hidden">
          {actions}
        </footer>
      )}
    </>
  )
}

/** Another operator works on this case: it can be read, and decided only after a confirmation. */
function HeldBy({ held }: { held: Held }) {
  const t = useTranslations('common')
  return (
    <Banner
      className="rounded-none!"
      action={
        <Button variant="secondary" size="small" onClick={held.lift}>
          {t('claim.lift')}
        </Button>
      }
    >
      {t('claim.held', { name: held.by, time: timeText(held.endsAt) })}
    </Banner>
  )
}
