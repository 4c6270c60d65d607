import { getContentsById, getParamByKey, listContents } from '@evenhand/protocol/content.ts'
import { handle, type Mounted } from '../../kernel/http/http.ts'
import type { Content } from './index.ts'

/** Requests for published contents and parameters. */
export const contentRoutes = (content: Content): Mounted[] => [
  handle(listContents, content.listContents),
  handle(getContentsById, content.getContentsById),
  handle(getParamByKey, content.getParamByKey),
]
