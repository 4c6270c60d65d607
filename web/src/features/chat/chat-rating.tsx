import { rateChat, type ChatState } from '@evenhand/protocol/chat.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { reportProblem } from '../../lib/report-problem.ts'
import { chatCall } from './chat-call.ts'
import { chatProof } from './chat-engine.ts'
import { changeChat } from './chat-store.ts'

/** Requests a rating of a resolved conversation once. */
export function ChatRating({ chat }: { chat: ChatState }) {
  const t = useTranslations('chat')
  const [busy, setBusy] = useState(false)
  const rate = async (rating: number) => {
    setBusy(true)
    try {
      changeChat({ chat: await chatCall(rateChat, { id: chat.id, rating }, chatProof()) })
    } catch (problem) {
      reportProblem(problem)
    } finally {
      setBusy(false)
    }
  }
  if (chat.rating !== null) return <p className="self-center text-13 text-fg2">{t('rated')}</p>
  return (
    <fieldset disabled={busy} className="mx-auto flex flex-col items-center gap-2 py-2">
      <legend className="mb-2 text-center font-600">{t('rate')}</legend>
      <div className="flex gap-2">
        {[1, 2, 3, 4, 5].map((value) => (
          <button
            key={value}
            type="button"
            aria-label={t('rateOf', { value })}
            onClick={() => void rate(value)}
            className="size-11 rounded-control border border-control font-600 hover:bg-sunken"
          >
            {value}
          </button>
        ))}
      </div>
      <p className="flex w-full justify-between gap-4 text-12 text-fg3">
        <span>{t('worst')}</span>
        <span>{t('best')}</span>
      </p>
    </fieldset>
  )
}
