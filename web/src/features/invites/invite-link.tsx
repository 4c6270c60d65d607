import { Button } from '@evenhand/ui/button.tsx'
import { Card } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { hasShareSheet, openShareSheet } from '../../lib/share.ts'
import { ShownText } from '../../lib/shown-text.tsx'

const QrCode = lazyPart(() => import('@evenhand/ui/qr-code.tsx').then((part) => part.QrCode))

/** The link as a picture and as text, the code, and the device's own sheet to share it where there is one. */
export function InviteLink({ code }: { code: string }) {
  const t = useTranslations('invites')
  const link = `${location.origin}/pass/register?ref=${code}`
  return (
    <Card className="flex flex-col gap-4 p-5">
      <h2 className="text-18 font-700">{t('link.title')}</h2>
      <div className="min-h-52">
        <QrCode text={link} label={t('link.qr')} />
      </div>
      <ShownText text={link} className="text-14" />
      <div>
        <p className="mb-1.5 font-500">{t('link.code')}</p>
        <ShownText text={code} className="text-20 font-700 tracking-widest" />
      </div>
      {hasShareSheet() && (
        <Button
          variant="secondary"
          onClick={() => openShareSheet({ title: 'Evenhand', text: t('link.text'), url: link })}
        >
          {t('link.share')}
        </Button>
      )}
    </Card>
  )
}
