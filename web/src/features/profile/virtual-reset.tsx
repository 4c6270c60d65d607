import { resetVirtual } from '@evenhand/protocol/accounts.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { FieldError } from '@evenhand/ui/field.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call, newKey } from '../../lib/call.ts'
import { isEffectUnknown } from '../../lib/problem.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { useRetryWait } from '../../lib/use-retry-wait.ts'
import { RetryButton } from '../../lib/retry-button.tsx'

/** Brings the free virtual balance to 10 000. The key stays the same until a response is known, so a retry cannot do it twice. */
export function VirtualReset() {
  const t = useTranslations('profile')
  const common = useTranslations('common')
  const problemText = useProblemText()
  const queries = useQueryClient()
  const [confirming, setConfirming] = useState(false)
  const key = useRef(newKey())
  const reset = useMutation({
    meta: { handled: true },
    mutationFn: () => call(resetVirtual, {}, { key: key.current }),
    onSuccess: () => {
      setConfirming(false)
      toast(t('resetDone'), 'good')
      return queries.invalidateQueries({ queryKey: ['mine'] })
    },
    onSettled: (_result, problem) => {
      if (!isEffectUnknown(problem)) key.current = newKey()
    },
  })
  const wait = useRetryWait(reset.error)
  return (
    <>
      <Button
        variant="secondary"
        onClick={() => {
          reset.reset()
          setConfirming(true)
        }}
      >
        {t('reset')}
      </Button>
      <Dialog
        variant="sheet"
        open={confirming}
        onClose={() => setConfirming(false)}
        title={t('reset')}
        closeLabel={common('close')}
      >
        <p className="mb-4">{t('resetText')}</p>
        <FieldError>{reset.error && problemText(reset.error)}</FieldError>
        <div className="mt-4 grid grid-cols-2 gap-3">
          <Button variant="secondary" size="large" onClick={() => setConfirming(false)}>
            {common('cancel')}
          </Button>
          <RetryButton size="large" busy={reset.isPending} onClick={() => reset.mutate()} wait={wait}>
            {common('confirm')}
          </RetryButton>
        </div>
      </Dialog>
    </>
  )
}
