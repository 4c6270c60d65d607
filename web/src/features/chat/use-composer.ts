import { secretIn, type Secret } from '@evenhand/protocol/chat-secrets.ts'
import { useState } from 'react'
import { useSession } from '../../lib/session.ts'
import { openAsGuest, send, typing } from './chat-engine.ts'
import { useChatFiles } from './chat-files.tsx'
import { useChat } from './chat-store.ts'

/** What is being written, and what stands before it is sent: a secret in it, a guest's address, pictures on their way. */
export function useComposer() {
  const { phase, service } = useChat()
  const signedIn = useSession() !== undefined
  const [text, setText] = useState('')
  const [email, setEmail] = useState('')
  const [secret, setSecret] = useState<Secret>()
  const [problem, setProblem] = useState<unknown>()
  const [opening, setOpening] = useState(false)
  /** A guest's first message opens the conversation. */
  const isNew = !signedIn && phase === 'none'
  const write = (typed: string) => {
    setText(typed)
    setSecret(undefined)
    if (typed !== '') typing()
  }
  const open = async (): Promise<boolean> => {
    setOpening(true)
    try {
      await openAsGuest(email.trim())
      return true
    } catch (refused) {
      setProblem(refused)
      return false
    } finally {
      setOpening(false)
    }
  }
  const begin = async (): Promise<boolean> => {
    if (!isNew) return true
    setProblem(undefined)
    return open()
  }
  const files = useChatFiles(begin)
  const empty = text.trim() === '' && files.ready.length === 0
  // A customer has a conversation, so what is written before it is here waits for it; a guest may have none.
  const canSend = !empty && !files.busy && (signedIn || phase !== 'loading')
  /** Sends it; `sure` of a text that looks like a secret and is none. Returns whether it is on its way. */
  const submit = async (sure = false): Promise<boolean> => {
    if (!canSend || opening) return false
    const found = sure ? undefined : secretIn(text)
    setSecret(found)
    if (found !== undefined) return false
    if (!(await begin())) return false
    send({ text: text.trim(), files: files.ready })
    setText('')
    files.clear()
    return true
  }
  return {
    text,
    write,
    email,
    setEmail,
    secret,
    problem,
    opening,
    files,
    isNew,
    needsEmail: isNew && service?.isOpen === false,
    canSend,
    submit,
  }
}
