import { answerQuiz, getQuiz, getSafeguards, type GuardedProduct } from '@evenhand/protocol/safeguards.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { useLang } from '../../lib/settings.ts'

const key = ['mine', 'safeguards']

/** All that stands between the customer and a real order. Requested again while a wait may end. */
export function useSafeguards() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(getSafeguards, {}, { signal }),
    staleTime: 0,
    refetchInterval: 30_000,
  })
}

export type Safeguards = NonNullable<ReturnType<typeof useSafeguards>['data']>

/** Reads again everything that a step of the customer may have changed. */
export function useSafeguardsChanged() {
  const queries = useQueryClient()
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: key }),
      queries.invalidateQueries({ queryKey: ['mine', 'quiz'] }),
    ])
}

/** The questionnaire of a product in the language of the page. The questions stay the same when the language changes. */
export function useQuiz(product: GuardedProduct) {
  const lang = useLang()
  return useQuery({
    queryKey: ['mine', 'quiz', product, lang],
    queryFn: ({ signal }) => call(getQuiz, { product }, { signal }),
    // Kept while another language is loading, and never from one product to the other.
    placeholderData: (previous) => (previous?.product === product ? previous : undefined),
    staleTime: 60_000,
  })
}

type Attempt = NonNullable<NonNullable<ReturnType<typeof useQuiz>['data']>['attempt']>
export type Question = Attempt['questions'][number]
/** The place of the chosen answer by the question's id. */
export type Answers = Readonly<Record<string, number>>

/** Sends an attempt. Called twice the server returns its first result, so a lost response is safely requested again. */
export function useAnswerQuiz() {
  const changed = useSafeguardsChanged()
  return useMutation({
    meta: { handled: true },
    mutationFn: ({ attemptId, questions, answers }: Attempt & { answers: Answers }) =>
      call(answerQuiz, { attemptId, answers: questions.map(({ id }) => ({ id, answer: answers[id] ?? 0 })) }),
    onSuccess: () => changed(),
  })
}

export type QuizResult = NonNullable<ReturnType<typeof useAnswerQuiz>['data']>
