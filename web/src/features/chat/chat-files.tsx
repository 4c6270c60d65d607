import { attachChat, maxChatFiles } from '@evenhand/protocol/chat.ts'
import { maxFileBytes } from '@evenhand/protocol/files.ts'
import { IconButton } from '@evenhand/ui/button.tsx'
import { useRef, useState, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { isRefused } from '../../lib/problem.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { fitPicture } from '../../lib/upload/fit-picture.ts'
import { attachFile } from './chat-call.ts'
import { chatProof } from './chat-engine.ts'
import { chatStore } from './chat-store.ts'

type ChatFile = {
  readonly key: number
  readonly name: string
  readonly percent: number
  readonly id?: string
  readonly problem?: unknown
}

let nextKey = 1

/**
 * The files of the message that is being written: chosen, sent beforehand, and ready by their ids. `begin` opens the
 * conversation of a guest who has none yet; it resolves to whether there is one.
 */
export function useChatFiles(begin: () => Promise<boolean>) {
  const [all, setAll] = useState<readonly ChatFile[]>([])
  const input = useRef<HTMLInputElement>(null)
  const change = (key: number, part: Partial<ChatFile>) =>
    setAll((before) => before.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const add = async (file: File) => {
    const key = nextKey++
    setAll((before) => [...before, { key, name: file.name, percent: 0 }].slice(0, maxChatFiles))
    try {
      // A picture can be drawn smaller, a document cannot: the server refuses one that is too large.
      const fitting = file.type === 'application/pdf' ? file : await fitPicture(file, maxFileBytes.chat)
      const id = chatStore.get().chat?.id ?? ''
      const onProgress = (percent: number) => change(key, { percent })
      const { fileId } = await attachFile(attachChat, { id }, { file: fitting, token: chatProof(), onProgress })
      change(key, { id: fileId, percent: 100 })
    } catch (problem) {
      change(key, { problem })
    }
  }
  return {
    all,
    input,
    ready: all.flatMap(({ id }) => (id === undefined ? [] : [id])),
    busy: all.some(({ id, problem }) => id === undefined && problem === undefined),
    pick: () => input.current?.click(),
    async choose(files: FileList) {
      const chosen = [...files].slice(0, maxChatFiles - all.length)
      if (await begin()) for (const file of chosen) void add(file)
    },
    remove: (key: number) => setAll((before) => before.filter((one) => one.key !== key)),
    clear: () => setAll([]),
  }
}

type FilesProps = { files: ReturnType<typeof useChatFiles> & { input: RefObject<HTMLInputElement | null> } }

/** What is attached, how far it has come, and the way to take it away. */
export function ChatFiles({ files }: FilesProps) {
  const t = useTranslations('chat')
  const problemText = useProblemText()
  const fileProblem = (problem: unknown): string => {
    if (isRefused(problem, 'fileTooLarge')) return t('fileTooLarge')
    const reason = isRefused(problem, 'fileType') ? problem.params['reason'] : undefined
    return reason === 'type' || reason === 'document' ? t('fileType') : problemText(problem)
  }
  return (
    <>
      <input
        ref={files.input}
        type="file"
        hidden
        multiple
        aria-label={t('attach')}
        accept="image/jpeg,image/png,application/pdf"
        onChange={({ currentTarget }) => {
          if (currentTarget.files) void files.choose(currentTarget.files)
          currentTarget.value = ''
        }}
      />
      {files.all.length > 0 && (
        <ul className="flex flex-col gap-1 text-13">
          {files.all.map(({ key, name, percent, id, problem }) => (
            <li key={key} className="flex items-center gap-2 rounded-control bg-sunken ps-3">
              <bdi className="min-w-0 grow truncate">{name}</bdi>
              {problem === undefined ? (
                <span className="text-fg3">{id === undefined ? `${percent}%` : t('attached')}</span>
              ) : (
                <span role="alert" className="text-danger">
                  {fileProblem(problem)}
                </span>
              )}
              <IconButton icon="close" size={16} label={t('unattach', { name })} onClick={() => files.remove(key)} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
