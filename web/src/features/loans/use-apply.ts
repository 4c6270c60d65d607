import { fileUpload } from '@evenhand/protocol/files.ts'
import { applyForLoan } from '@evenhand/protocol/loans.ts'
import { useRef } from 'react'
import type * as z from 'zod/mini'
import { call, callWithFile } from '../../lib/call.ts'
import { sendWith } from '../../lib/upload/send-form.ts'
import { useKeyedChange } from '../../lib/use-keyed-change.ts'

type Application = Omit<z.output<typeof applyForLoan.request>, 'signatureFileId'>
/** `picture`: draws the signature as a file; absent where the name is typed. */
export type Signed = { application: Application; picture: (() => Promise<File>) | undefined }

/**
 * Applies for a loan with a signed agreement. A drawn signature is sent once as a picture: its id is kept for the same
 * drawing, so that an application that is sent again is the same application.
 */
export function useApply(onSigned: () => void) {
  const sent = useRef<{ picture: () => Promise<File>; fileId: string }>(undefined)
  const apply = useKeyedChange(
    (request: z.output<typeof applyForLoan.request>, options) => call(applyForLoan, request, options),
    onSigned,
  )
  const upload = async (picture: Signed['picture']): Promise<string> => {
    if (!picture) return ''
    if (sent.current?.picture === picture) return sent.current.fileId
    const file = await picture()
    const sender = sendWith({ onProgress: () => undefined, signal: new AbortController().signal })
    const { fileId } = await callWithFile(fileUpload, { purpose: 'signature' }, { file, send: sender })
    sent.current = { picture, fileId }
    return fileId
  }
  return {
    error: apply.error,
    reset: apply.reset,
    /** Rejects with what went wrong, as the mutation does for the application itself. */
    sign: async ({ application, picture }: Signed): Promise<void> => {
      const signatureFileId = await upload(picture)
      await apply.mutateAsync({ ...application, signatureFileId })
    },
  }
}
