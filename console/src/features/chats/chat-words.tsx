import { languages } from '@evenhand/protocol/languages.ts'
import type { ChatStatus } from '@evenhand/protocol/states.ts'
import { Chip } from '@evenhand/ui/chip.tsx'
import { useTranslations } from 'use-intl'

const variants = {
  OPEN: 'warn',
  ASSIGNED: 'accent',
  WAITING_USER: 'plain',
  RESOLVED: 'good',
  CLOSED: 'plain',
} as const satisfies Record<ChatStatus, string>

export function ChatStatusChip({ status }: { status: ChatStatus }) {
  const t = useTranslations('chats')
  return <Chip variant={variants[status]}>{t(`status.${status}`)}</Chip>
}

/** The name of a language in itself. */
export const languageName = (lang: string): string => languages.find(({ value }) => value === lang)?.name ?? lang
