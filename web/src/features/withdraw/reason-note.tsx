import type { Withdrawal } from '@evenhand/protocol/withdrawals.ts'
import { Button, buttonClass } from '@evenhand/ui/button.tsx'
import { Banner } from '@evenhand/ui/states.tsx'
import { Link } from '@evenhand/ui/router.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ComplainLink } from '../../lib/complain-link.tsx'
import { signOf } from '../../lib/format.tsx'
import { isolated } from '../../lib/isolated.ts'
import { useSession } from '../../lib/session.ts'
import { unbroken } from '../../lib/unbroken.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import { isOpen } from './withdrawal-steps.ts'

type NoteProps = { withdrawal: Withdrawal; onAgain: (amount: string) => void }

/** Why it waits or has ended, what became of the money, and the next useful step. */
export function ReasonNote({ withdrawal, onAgain }: NoteProps) {
  const t = useTranslations('withdraw')
  const { id, orderNo, status, reasonCode, reasonRef, amount, coin } = withdrawal
  const whole = useLocalNumber().amount(amount, coin)
  if (status === 'FAILED')
    return (
      <Banner variant="danger">
        <p>{t('reason.failed', { amount: whole })}</p>
        <Again onAgain={() => onAgain(amount)} />
      </Banner>
    )
  if (reasonCode === undefined) return null
  if (isOpen(withdrawal)) return <Banner variant="info">{t(`reason.${reasonCode}`, { ref: '' })}</Banner>
  return (
    <>
      <Banner variant="danger">
        <p className="wrap-anywhere">{t(`reason.${reasonCode}`, { ref: isolated(unbroken(reasonRef ?? '—')) })}</p>
        <p>{t('reason.back', { amount: whole })}</p>
        <NextStep withdrawal={withdrawal} onAgain={onAgain} />
      </Banner>
      <ComplainLink about="withdrawal" id={id} no={orderNo} appeal />
    </>
  )
}

// Buttons stand below the text: two of them beside it leave it no room.
const below = 'mt-2.5 flex flex-wrap gap-2'

function NextStep({ withdrawal, onAgain }: NoteProps): ReactNode {
  const t = useTranslations('withdraw')
  const { reasonCode, amount } = withdrawal
  if (reasonCode === 'ADDRESS_INVALID' || reasonCode === 'ADDRESS_SANCTIONED')
    return (
      <p className={below}>
        <Link to="/profile/addresses" className={buttonClass('secondary', 'small')}>
          {t('address.book')}
        </Link>
      </p>
    )
  if (reasonCode === 'FRAUD_REPORTED_BY_OWNER')
    return (
      <p className={below}>
        <Link to="/profile/security" className={buttonClass('secondary', 'small')}>
          {t('reason.secure')}
        </Link>
      </p>
    )
  if (reasonCode === 'KYC_LIMIT') return <WithinLimit withdrawal={withdrawal} onAgain={onAgain} />
  if (reasonCode === 'INSUFFICIENT_AVAILABLE') return <Again onAgain={() => onAgain(amount)} />
  return null
}

/** The part that may leave goes first; that a verified identity has a higher limit comes after it. */
function WithinLimit({ withdrawal: { allowed, coin }, onAgain }: NoteProps) {
  const t = useTranslations('withdraw')
  const isBasic = useSession()?.user.tier === 'BASIC'
  const { amount } = useLocalNumber()
  return (
    <div className={below}>
      {allowed !== undefined && signOf(allowed) > 0 ? (
        <Button variant="secondary" size="small" onClick={() => onAgain(allowed)}>
          {t('reason.allowed', { amount: amount(allowed, coin) })}
        </Button>
      ) : (
        <AgainButton onAgain={() => onAgain('')} />
      )}
      {isBasic && (
        <Link to="/profile/verification" className={buttonClass('quiet', 'small')}>
          {t('reason.raise')}
        </Link>
      )}
    </div>
  )
}

const Again = (params: { onAgain: () => void }) => (
  <p className={below}>
    <AgainButton {...params} />
  </p>
)

function AgainButton({ onAgain }: { onAgain: () => void }) {
  const t = useTranslations('withdraw')
  return (
    <Button variant="secondary" size="small" onClick={onAgain}>
      {t('reason.again')}
    </Button>
  )
}
