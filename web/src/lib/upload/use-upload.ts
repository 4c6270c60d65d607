import { fileUpload, maxFileBytes, type FilePurpose } from '@evenhand/protocol/files.ts'
import { useEffect, useRef, useState } from 'react'
import { callWithFile } from '../call.ts'
import { fitPicture } from './fit-picture.ts'
import { sendWith } from './send-form.ts'

/** A picture that was chosen, and how far it has come. A failed one stays chosen and can be sent again. */
export type Chosen = {
  readonly file: File
  readonly state: 'sending' | 'sent' | 'failed'
  /** Of what is sent, in percent. */
  readonly percent: number
  readonly problem: unknown
}

type Notified = { onFile: (fileId: string) => void; onSending: ((sending: boolean) => void) | undefined }

/** Sends one picture of a purpose at a time; `onFile` is called with its id, and '' as soon as there is none any more. */
export function useUpload(purpose: FilePurpose, { onFile, onSending }: Notified) {
  const [chosen, setChosen] = useState<Chosen>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const send = async (file: File) => {
    running.current?.abort()
    const stop = new AbortController()
    running.current = stop
    const put = (part: Partial<Chosen>) => {
      if (running.current === stop) setChosen({ file, state: 'sending', percent: 0, problem: undefined, ...part })
    }
    put({})
    onFile('')
    onSending?.(true)
    try {
      const fitting = await fitPicture(file, maxFileBytes[purpose])
      const sender = sendWith({ onProgress: (percent) => put({ percent }), signal: stop.signal })
      const { fileId } = await callWithFile(fileUpload, { purpose }, { file: fitting, send: sender })
      if (running.current !== stop || stop.signal.aborted) return
      put({ state: 'sent', percent: 100 })
      onFile(fileId)
    } catch (problem) {
      if (!stop.signal.aborted) put({ state: 'failed', problem })
    } finally {
      if (running.current === stop) onSending?.(false)
    }
  }
  const clear = () => {
    running.current?.abort()
    running.current = undefined
    setChosen(undefined)
    onSending?.(false)
    onFile('')
  }
  return { chosen, choose: (file: File) => void send(file), again: () => chosen && void send(chosen.file), clear }
}
