import { deliverNft } from '@evenhand/protocol/collectible-delivery.ts'
import type { OwnedCollectible } from '@evenhand/protocol/collectibles.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Dialog, DialogActions } from '@evenhand/ui/dialog.tsx'
import { FieldError, TextField } from '@evenhand/ui/field.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { isRefused } from '../../lib/problem.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { NotProved, withProof } from '../../lib/proof.ts'
import { toFirstError } from '../../lib/use-first-error.ts'

/** How each address looks; the server checks its checksum. */
const shape = /^0x[0-9a-f]{40}$/i

type DialogProps = { work: OwnedCollectible; chain: string; known: string; onClose: () => void }

/** Where the token of an owned work goes: typed or as the last time, confirmed as final, and proved by the session's customer. */
export function DeliveryDialog({ work, chain, known, onClose }: DialogProps) {
  const t = useTranslations('collectibles')
  const common = useTranslations('common')
  const codes = useTranslations('codes')
  const problemText = useProblemText()
  const queries = useQueryClient()
  const [address, setAddress] = useState(known)
  const [mistake, setMistake] = useState<string>()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => withProof(() => call(deliverNft, { nftId: work.id, address: address.trim() })),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['mine', 'nft'] })
      onClose()
    },
    meta: { handled: true },
  })
  const isOfAddress = isRefused(error, 'dataIncomplete') || isRefused(error, 'addressMissing')
  const textOfAddress = isRefused(error, 'dataIncomplete') ? t('delivery.wrong') : problemText(error)
  return (
    <Dialog variant="sheet" open onClose={onClose} title={t('delivery.open')} closeLabel={common('close')}>
      <form
        ref={toFirstError}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          // Before the proof: no customer types a password for an address that cannot be one.
          const typed = address.trim()
          const found = typed === '' ? codes('addressMissing') : shape.test(typed) ? undefined : t('delivery.wrong')
          setMistake(found)
          if (found === undefined) mutate()
        }}
      >
        <p className="text-13 text-fg2">{t('delivery.text', { chain })}</p>
        <TextField
          data-first
          label={t('delivery.address')}
          hint={t('delivery.hint')}
          error={mistake ?? (isOfAddress ? textOfAddress : undefined)}
          value={address}
          onChange={({ target }) => {
            setAddress(target.value)
            setMistake(undefined)
          }}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={120}
        />
        {/* The field of a phone shows half of it, and what is sent cannot be had back. */}
        {shape.test(address.trim()) && (
          <p dir="ltr" className="font-mono text-13 break-all">
            {address.trim()}
          </p>
        )}
        <p className="text-13 font-600">{t('delivery.final')}</p>
        <FieldError>
          {mistake !== undefined || error === null || error instanceof NotProved || isOfAddress
            ? undefined
            : problemText(error)}
        </FieldError>
        <DialogActions>
          <Button type="submit" size="large" busy={isPending} className="grow">
            {t('delivery.confirm')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
