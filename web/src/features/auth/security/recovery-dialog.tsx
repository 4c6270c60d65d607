import { Button } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CopyButton } from './copy-button.tsx'

type RecoveryProps = { codes: readonly string[] | null; onClose: () => void }

function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Recovery codes, shown this once: the customer confirms that they are kept before it closes. */
export function RecoveryDialog({ codes, onClose }: RecoveryProps) {
  const t = useTranslations('security')
  const common = useTranslations('common')
  const [isLeaving, setIsLeaving] = useState(false)
  const text = (codes ?? []).join('\n')
  const close = () => {
    setIsLeaving(false)
    onClose()
  }
  return (
    <Dialog
      open={codes !== null}
      onClose={() => setIsLeaving(true)}
      title={t('recovery.title')}
      closeLabel={common('close')}
    >
      <p className="text-fg2">{t('recovery.once')}</p>
      <ul dir="ltr" className="my-4 grid grid-cols-2 gap-2 rounded-control bg-sunken p-4 font-mono text-15">
        {codes?.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="grid grid-cols-2 gap-3">
        <CopyButton text={text} label={t('recovery.copy')} />
        <Button variant="secondary" onClick={() => saveText('evenhand-recovery-codes.txt', `${text}\n`)}>
          {t('recovery.save')}
        </Button>
      </div>
      {isLeaving && (
        <p role="alert" className="mt-4 text-warn">
          {t('recovery.sure')}
        </p>
      )}
      <Button size="large" className="mt-4 w-full" onClick={close}>
        {t('recovery.kept')}
      </Button>
    </Dialog>
  )
}
