import { Button } from '@evenhand/ui/button.tsx'
import { Card } from '@evenhand/ui/states.tsx'
import { useRef, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { CopyButton } from '../../lib/copy-button.tsx'
import { lazyPart } from '../../lib/lazy-part.tsx'

const QrCode = lazyPart(() => import('@evenhand/ui/qr-code.tsx').then((part) => part.QrCode))

/** The link as a picture and as text, the code, and the device's own sheet to share it where there is one. */
export function InviteLink({ code }: { code: string }) {
  const t = useTranslations('invites')
  const link = `${location.origin}/pass/register?ref=${code}`
  const shownLink = useRef<HTMLElement>(null)
  const shownCode = useRef<HTMLElement>(null)
  const share = () =>
    // Closed without a choice: nothing is wrong.
    void navigator.share({ title: 'Evenhand', text: t('link.text'), url: link }).catch(() => undefined)
  return (
    <Card className="flex flex-col gap-4 p-4">
      <h2 className="text-18 font-700">{t('link.title')}</h2>
      <div className="min-h-52">
        <QrCode text={link} label={t('link.qr')} />
      </div>
      <Shown text={link} shown={shownLink} className="text-14" />
      <div>
        <p className="mb-1.5 font-500">{t('link.code')}</p>
        <Shown text={code} shown={shownCode} className="text-20 font-700 tracking-widest" />
      </div>
      {'share' in navigator && (
        <Button variant="secondary" onClick={share}>
          {t('link.share')}
        </Button>
      )}
    </Card>
  )
}

type ShownProps = { text: string; shown: RefObject<HTMLElement | null>; className: string }

const Shown = ({ text, shown, className }: ShownProps) => (
  <div dir="ltr" className="flex items-center gap-2 rounded-control bg-sunken ps-3.5 pe-1">
    <code ref={shown} className={`min-w-0 grow py-2.5 break-all ${className}`}>
      {text}
    </code>
    <CopyButton text={text} shown={shown} />
  </div>
)
