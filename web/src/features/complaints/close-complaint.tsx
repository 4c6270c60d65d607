import { Button } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { Banner } from '@evenhand/ui/states.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useProblemText } from '../../lib/problem-text.ts'
import { useSession } from '../../lib/session.ts'
import { languageOf, useLang } from '../../lib/settings.ts'
import { useCloseComplaint } from './use-complaints.ts'

/** The customer's decision on a response: accepted, or escalated to an outside body. */
export function CloseComplaint({ no }: { no: string }) {
  const t = useTranslations('complaints')
  const common = useTranslations('common')
  const problemText = useProblemText()
  const [confirming, setConfirming] = useState(false)
  const closing = useCloseComplaint()
  const close = (as: 'ACCEPTED' | 'ESCALATED') =>
    closing.mutate(
      { no, as },
      {
        onSuccess: () => toast(t(`closed.${as}`), 'good'),
        onError: (problem) => toast(problemText(problem), 'danger'),
        onSettled: () => setConfirming(false),
      },
    )
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <p className="text-13 text-fg2">{t('close.ask')}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" busy={closing.isPending && !confirming} onClick={() => close('ACCEPTED')}>
          {t('close.accept')}
        </Button>
        <Button variant="secondary" size="small" onClick={() => setConfirming(true)}>
          {t('close.escalate')}
        </Button>
      </div>
      <Dialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title={t('close.escalate')}
        closeLabel={common('close')}
      >
        <div className="mb-5">
          <OutsideText />
        </div>
        <div className="grid grid-cols-2 gap-3">
          <Button variant="secondary" size="large" onClick={() => setConfirming(false)}>
            {common('cancel')}
          </Button>
          <Button size="large" busy={closing.isPending} onClick={() => close('ESCALATED')}>
            {t('close.confirm')}
          </Button>
        </div>
      </Dialog>
    </div>
  )
}

/** Where a complaint goes whose answer was not accepted. */
export const Outside = () => (
  <Banner variant="info">
    <OutsideText />
  </Banner>
)

function OutsideText() {
  const t = useTranslations('complaints')
  const country = useSession()?.user.country
  const tag = languageOf(useLang()).tag
  const names = useMemo(() => new Intl.DisplayNames(tag, { type: 'region' }), [tag])
  return t('outside', { country: country ? (names.of(country) ?? country) : 'none' })
}
