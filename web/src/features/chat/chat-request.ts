import { screenPath, type sendChat } from '@evenhand/protocol/chat.ts'
import type * as z from 'zod/mini'
import type { Pending } from './chat-log.ts'

/** The path of a screen that an address names; what stands behind it may be a secret, and is left out. */
export function screenIn(from: string | undefined): string | undefined {
  const [path = ''] = (from ?? '').split(/[?#]/)
  return screenPath.test(path) ? path : undefined
}

/** What is sent of a message: its text, its files, and the screen that it was written from. */
export const messageOf = (
  { clientId, text, files }: Pending,
  id: string,
  screen: string | undefined,
): z.output<typeof sendChat.request> => ({
  id,
  clientId,
  text,
  ...(files.length === 0 ? {} : { files: [...files] }),
  ...(screen === undefined ? {} : { screen }),
})
