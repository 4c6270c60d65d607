import { fileLink, fileOf, fileUpload } from '@evenhand/protocol/files.ts'
import { handle, handleUpload, withAttachment, type Mounted } from '../../kernel/http/http.ts'
import type { Files } from './index.ts'

/** Requests that upload a picture, return it, and make a link to it. */
export const filesRoutes = (files: Files): Mounted[] => [
  handleUpload(fileUpload, files.uploads, files.upload),
  handle(fileOf, async (request, call) => withAttachment(await files.show(request, call))),
  handle(fileLink, files.link),
]
