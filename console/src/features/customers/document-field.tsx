import { maxDocumentBytes } from '@evenhand/protocol/files.ts'
import { uploadLegalDocument } from '@evenhand/protocol/legal-holds.ts'
import { FieldError } from '@evenhand/ui/field.tsx'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { useProblemText } from '../../lib/problem-text.ts'

export type Filed = { fileId: string; sha256: string }
type DocumentFieldProps = { filed: Filed | undefined; onFiled: (filed: Filed | undefined) => void; missing: boolean }

const inBase64 = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result).replace(/^[^,]*,/, '')))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('a file was not read')))
    reader.readAsDataURL(file)
  })

/** Files the picture of an order as soon as it is chosen: what is signed is what the server keeps. */
export function DocumentField({ filed, onFiled, missing }: DocumentFieldProps) {
  const t = useTranslations('customers')
  const text = useProblemText()
  const id = useId()
  const send = useMutation({
    meta: { handled: true },
    mutationFn: async (file: File) => call(uploadLegalDocument, { file: await inBase64(file) }),
    onSuccess: onFiled,
  })
  const tooLarge = send.variables !== undefined && send.variables.size > maxDocumentBytes
  const error = tooLarge
    ? t('hold.documentTooLarge')
    : send.error
      ? text(send.error)
      : missing && !send.isPending && t('hold.documentNeeded')
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-500">
        {t('hold.document')}
      </label>
      <input
        id={id}
        type="file"
        accept="image/jpeg,image/png,image/jp2"
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint ${id}-error`}
        className="block w-full rounded-control border border-control bg-surface p-2 text-14 text-fg"
        onChange={({ target }) => {
          onFiled(undefined)
          const file = target.files?.[0]
          if (file) send.mutate(file)
        }}
      />
      <div aria-live="polite">
        <FieldError id={`${id}-error`}>{error}</FieldError>
        <p id={`${id}-hint`} className="mt-1.5 text-13 text-fg3">
          {send.isPending ? t('hold.documentSending') : filed ? t('hold.documentFiled') : t('hold.documentHint')}
        </p>
      </div>
    </div>
  )
}
