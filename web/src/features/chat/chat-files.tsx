import { maxChatFiles } from '@evenhand/protocol/chat.ts'
import { fileUpload, maxFileBytes } from '@evenhand/protocol/files.ts'
import { IconButton } from '@evenhand/ui/button.tsx'
import { useRef, useState, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { callWithFile } from '../../lib/call.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { fitPicture } from '../../lib/upload/fit-picture.ts'
import { sendWith } from '../../lib/upload/send-form.ts'

type ChatFile = {
  readonly key: number
  readonly name: string
  readonly percent: number
  readonly id?: string
  readonly problem?: unknown
}

let nextKey = 1

/** The pictures of the message that is being written: chosen, sent beforehand, and ready by their ids. */
export function useChatFiles() {
  const [all, setAll] = useState<readonly ChatFile[]>([])
  const input = useRef<HTMLInputElement>(null)
  const change = (key: number, part: Partial<ChatFile>) =>
    setAll((before) => before.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const add = async (file: File) => {
    const key = nextKey++
    setAll((before) => [...before, { key, name: file.name, percent: 0 }].slice(0, maxChatFiles))
    try {
      const fitting = await fitPicture(file, maxFileBytes.chat)
      const sender = sendWith({
        onProgress: (percent) => change(key, { percent }),
        signal: new AbortController().signal,
      })
      const { fileId } = await callWithFile(fileUpload, { purpose: 'chat' }, { file: fitting, send: sender })
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
    choose: (files: FileList) => [...files].slice(0, maxChatFiles - all.length).forEach((file) => void add(file)),
    remove: (key: number) => setAll((before) => before.filter((one) => one.key !== key)),
    clear: () => setAll([]),
  }
}

type FilesProps = { files: ReturnType<typeof useChatFiles> & { input: RefObject<HTMLInputElement | null> } }

/** What is attached, how far it has come, and the way to take it away. */
export function ChatFiles({ files }: FilesProps) {
  const t = useTranslations('chat')
  const problemText = useProblemText()
  return (
    <>
      <input
        ref={files.input}
        type="file"
        hidden
        multiple
        aria-label={t('attach')}
        accept="image/jpeg,image/png"
        onChange={({ currentTarget }) => {
          if (currentTarget.files) files.choose(currentTarget.files)
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
                  {problemText(problem)}
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
