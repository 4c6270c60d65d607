import { reviewHours } from '@evenhand/protocol/identification.ts'
import { identificationStatuses, type IdentificationStatus } from '@evenhand/protocol/states.ts'
import { Button, buttonClass } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import type { Refused } from '../lib/problem.ts'

/** The identification's status by the refusal; 10022 refuses a customer who never sent one. */
export const statusIn = ({ key, params }: Refused): Exclude<IdentificationStatus, 'VERIFIED'> => {
  const named = identificationStatuses.find((status) => status === params['status'])
  if (key === 'notVerifiedYet' || named === undefined || named === 'VERIFIED') return 'NOT_VERIFIED'
  return named
}

type SheetProps = { refused: Refused; open: boolean; onClose: () => void }

/** An action was refused because it needs a verified identity (10022, 30003): shows its status, and the way there. */
export function IdentitySheet({ refused, open, onClose }: SheetProps) {
  const t = useTranslations('identity')
  const common = useTranslations('common')
  return (
    <Dialog variant="sheet" open={open} onClose={onClose} title={t('sheet.title')} closeLabel={common('close')}>
      <div className="flex flex-col gap-3">
        <p>{t(`sheet.text.${statusIn(refused)}`, { hours: reviewHours })}</p>
        <p className="text-fg2">{t('sheet.safe')}</p>
        <div className="mt-2 grid grid-cols-2 gap-3">
          <Button variant="secondary" size="large" onClick={onClose}>
            {common('close')}
          </Button>
          <Link to="/profile/verification" className={buttonClass('primary', 'large')} onClick={onClose}>
            {t('sheet.go')}
          </Link>
        </div>
      </div>
    </Dialog>
  )
}
