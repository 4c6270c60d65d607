import { nftCertificate } from '@evenhand/protocol/collectible-files.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { callForFile } from '../../lib/call.ts'
import { download } from '../../lib/download.ts'
import { saveBlob } from '../../lib/save-file.ts'

/** The certificate of a work that the customer owns or has sold, as a PDF in the language of the page; `no` names its file. */
export function CertificateButton({ id, no }: { id: string; no: string }) {
  const t = useTranslations('collectibles')
  const { mutate, isPending } = useMutation({
    mutationFn: () => download(() => callForFile(nftCertificate, { id }, 'application/pdf')),
    onSuccess: (file) => saveBlob(`certificate-${no}.pdf`, file),
  })
  return (
    <Button variant="secondary" busy={isPending} onClick={() => mutate()} className="mt-2">
      <Icon name="download" size={16} />
      {t('mine.certificate')}
    </Button>
  )
}
