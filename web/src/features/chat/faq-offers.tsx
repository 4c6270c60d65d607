import { listFaq, type FaqEntry } from '@evenhand/protocol/faq.ts'
import { IconButton } from '@evenhand/ui/button.tsx'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { currentLang } from '../../lib/settings.ts'
import { isLongEnough, firstSentence } from './offered-text.ts'

const typingMs = 400
const maxOffers = 2

/** Answers to what is being written, quoted and linked, so that who finds one need not wait. Nothing is made up. */
export function FaqOffers({ text }: { text: string }) {
  const t = useTranslations('chat')
  const common = useTranslations('common')
  const [offers, setOffers] = useState<readonly FaqEntry[]>([])
  const [closed, setClosed] = useState(false)
  useEffect(() => {
    let wanted = true
    if (!isLongEnough(text)) {
      setOffers([])
      return undefined
    }
    const timer = setTimeout(() => {
      call(listFaq, { q: text.trim().slice(0, 100), lang: currentLang() }).then(
        (found) => wanted && setOffers(found.slice(0, maxOffers)),
        // Without them the message is sent all the same.
        () => undefined,
      )
    }, typingMs)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [text])
  useEffect(() => {
    if (text === '') setClosed(false)
  }, [text])
  if (closed || offers.length === 0) return null
  return (
    <aside aria-label={t('offers')} className="rounded-control bg-sunken py-1 ps-3 pe-1 text-13">
      <div className="flex items-center justify-between">
        <p className="font-600">{t('offers')}</p>
        <IconButton icon="close" label={common('close')} size={16} onClick={() => setClosed(true)} />
      </div>
      <ul className="flex max-h-40 flex-col gap-2 overflow-y-auto pe-2 pb-2 low:max-h-none">
        {offers.map(({ slug, question, body }) => (
          <li key={slug}>
            <a
              href={`/help/faq?id=${slug}`}
              target="_blank"
              rel="noopener"
              className="font-600 text-accent-text underline underline-offset-2"
            >
              {question}
            </a>
            <p className="text-fg2">{firstSentence(body)}</p>
          </li>
        ))}
      </ul>
    </aside>
  )
}
