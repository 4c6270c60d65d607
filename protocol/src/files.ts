import * as z from 'zod/mini'
import { get, post } from './route.ts'
import { epochMs, id, queryInt } from './shapes.ts'

/** What a picture is for. A file of one purpose serves no other. */
export const filePurposes = ['kyc', 'deposit', 'signature', 'chat'] as const
export type FilePurpose = (typeof filePurposes)[number]

/** Beside the pictures of customers, what operators file: the document of a legal hold. No customer can send or see one. */
export type StoredPurpose = FilePurpose | 'legal'
/** Bytes of the picture of such a document; it travels as base64 in JSON. */
export const maxDocumentBytes = 6 * 1024 * 1024

/** Bytes a file of a purpose may have, as it is sent. */
export const maxFileBytes: Readonly<Record<FilePurpose, number>> = {
  kyc: 50 * 1024 * 1024,
  deposit: 2 * 1024 * 1024,
  signature: 2 * 1024 * 1024,
  chat: 2 * 1024 * 1024,
}
/** The least a photograph of a document has along its longer side; less cannot be read. */
export const minIdentitySide = 1000
/** What is accepted, recognized by the content of a file and never by its name. */
export const fileTypes = ['JPG', 'PNG', 'JPEG 2000'] as const

/** What customer service is sent. */
export const chatFileTypes = ['JPG', 'PNG', 'JPEG 2000', 'PDF'] as const
export const attachmentTypes = ['image/jpeg', 'image/png', 'application/pdf'] as const

export const fileUpload = post('/swx/customer/file/upload', {
  summary:
    'Sends one picture as multipart/form-data: `purpose`, then `file` (JPG, PNG or JPEG 2000; of the purpose chat also PDF). It is made anew without metadata and kept encrypted.',
  signedIn: true,
  request: z.strictObject({ purpose: z.enum(filePurposes) }),
  result: z.object({
    fileId: id,
    /** SHA-256 of the picture as it is kept and returned, in hexadecimal. */
    sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  }),
  refusals: ['fileTooLarge', 'fileType', 'openLimitReached'],
})

/** How long a link to a picture is good. */
export const fileLinkMs = 300_000

export const fileLink = post('/swx/customer/file/:id/link', {
  summary: "An address of a picture of the customer's own that needs no session, good for five minutes.",
  signedIn: true,
  request: z.strictObject({ id }),
  result: z.object({ url: z.string(), until: epochMs }),
  refusals: ['notFound'],
})

export const fileOf = get('/swx/customer/file/:id', {
  summary:
    "A picture as image/jpeg or image/png, a document as application/pdf, to its owner's session or by a link of it. Kept by no cache; every view is recorded.",
  request: z.object({
    id,
    until: z.optional(queryInt(0, 9_999_999_999_999)),
    signature: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  }),
  result: z.object({}),
  files: attachmentTypes,
  refusals: ['notFound'],
})
