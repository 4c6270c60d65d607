import type { CustomerIdentification } from '@evenhand/protocol/identification.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { useState } from 'react'
import { ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { IdentityWizard } from './identity-wizard.tsx'
import { CorrectCard, ExpiredBanner, PendingCard, RejectedCard, VerifiedCard, WhyBanner } from './status-cards.tsx'
import { useIdentification } from './use-identification.ts'

/** Where the identification stands, and the form where one can be sent. */
export function IdentityScreen() {
  const common = useTranslations('common')
  const { data, isError, refetch } = useIdentification()
  if (data) return <StatusCard own={data} />
  if (isError)
    return (
      <ErrorState
        title={common('state.loadFailed')}
        action={<Button onClick={() => void refetch()}>{common('retry')}</Button>}
      />
    )
  return (
    <div aria-busy="true" className="flex flex-col gap-4">
      <Skeleton className="h-20 max-w-card rounded-card" />
      <Skeleton className="h-96 max-w-card rounded-card" />
    </div>
  )
}

function StatusCard({ own }: { own: CustomerIdentification }) {
  const [first] = useState(own)
  const isNews = own.status !== first.status || own.submittedAt !== first.submittedAt
  // Another form begins with every decision: nothing of the one before is left in its fields.
  const form = own.attemptsLeft > 0 && <IdentityWizard key={`${own.status} ${own.submittedAt}`} own={own} />
  switch (own.status) {
    case 'NOT_VERIFIED':
      return (
        <>
          <WhyBanner />
          {form}
        </>
      )
    case 'PENDING_REVIEW':
      return <PendingCard own={own} isNews={isNews} />
    case 'VERIFIED':
      return <VerifiedCard own={own} isNews={isNews} />
    case 'REJECTED_FINAL':
      return <RejectedCard own={own} isNews={isNews} />
    case 'RESUBMIT':
      return (
        <>
          <CorrectCard own={own} isNews={isNews} />
          {form}
        </>
      )
    case 'EXPIRED':
      return (
        <>
          <ExpiredBanner own={own} />
          {form}
        </>
      )
  }
}
