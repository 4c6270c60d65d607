import { withdrawNftOffer } from '@evenhand/protocol/collectible-resale.ts'
import type { OwnedCollectible } from '@evenhand/protocol/collectibles.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { FieldError } from '@evenhand/ui/field.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { isRefused } from '../../lib/problem.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { useKeyedChange } from '../../lib/use-keyed-change.ts'
import { ResaleDialog } from './resale-dialog.tsx'

/** What the owner can do with a work that may be offered: offer it, or take the open offer back. */
export function CustomerOfferActions({ work }: { work: OwnedCollectible }) {
  const t = useTranslations('collectibles')
  const problemText = useProblemText()
  const [isOpen, setOpen] = useState(false)
  const { mutate, isPending, error } = useKeyedChange(
    (nftId: string, options) => call(withdrawNftOffer, { nftId }, options),
    () => toast(t('resale.withdrawn'), 'good'),
  )
  return (
    <>
      {work.resale === null ? (
        <Button className="self-start" onClick={() => setOpen(true)}>
          {t('resale.offer')}
        </Button>
      ) : (
        <Button variant="secondary" className="self-start" busy={isPending} onClick={() => mutate(work.id)}>
          {t('resale.withdraw')}
        </Button>
      )}
      {/* Nothing to take back any more: it was sold, or withdrawn on another device; the page is read anew. */}
      <FieldError>
        {error === null ? undefined : isRefused(error, 'collectibleState') ? t('resale.gone') : problemText(error)}
      </FieldError>
      {isOpen && <ResaleDialog work={work} onClose={() => setOpen(false)} />}
    </>
  )
}
