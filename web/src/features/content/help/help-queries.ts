import { faqFeedback, listFaq } from '@evenhand/protocol/faq.ts'
import { noticeList } from '@evenhand/protocol/public-notices.ts'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../../lib/call.ts'
import { useLang } from '../../../lib/settings.ts'

const freshMs = 600_000
const typingMs = 250

type Query = { q?: string | undefined; screen?: string | undefined }

/** Questions and answers in the page's language: all, those of a screen, or what matches `q`, the best first. */
export function useFaq({ q, screen }: Query) {
  const lang = useLang()
  return useQuery({
    queryKey: ['faq', lang, q ?? '', screen ?? ''],
    queryFn: ({ signal }) =>
      call(listFaq, { lang, ...(q ? { q } : {}), ...(screen === undefined ? {} : { screen }) }, { signal }),
    staleTime: freshMs,
    placeholderData: keepPreviousData,
  })
}

/** What was announced to everybody of a type: 1 of the platform, 3 new features and changes of parameters. */
export function useAnnounced(type: 1 | 3) {
  const lang = useLang()
  return useQuery({
    queryKey: ['announced', lang, type],
    queryFn: ({ signal }) => call(noticeList, { type, lang }, { signal }),
    staleTime: 60_000,
  })
}

type Vote = { slug: string; version: string; helpful: boolean; remark?: string }

/** Sends whether an answer is still correct. */
export function useFeedback() {
  const lang = useLang()
  return useMutation({ mutationFn: (vote: Vote) => call(faqFeedback, { ...vote, lang }) })
}

/** The words typed, once typing has paused. */
export function useTyped(words: string): string {
  const [typed, setTyped] = useState(words)
  useEffect(() => {
    const timer = setTimeout(() => setTyped(words), typingMs)
    return () => clearTimeout(timer)
  }, [words])
  return typed.trim()
}
