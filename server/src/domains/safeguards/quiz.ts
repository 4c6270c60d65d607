import { randomInt } from 'node:crypto'
import type { answerQuiz, getQuiz, GuardedProduct, QuizState } from '@evenhand/protocol/safeguards.ts'
import * as z from 'zod/mini'
import type { Db } from '../../kernel/db/db.ts'
import type { Call } from '../../kernel/http/http.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { invariant, refuse } from '../../kernel/http/refusal.ts'
import { holdSafeguards } from './limits.store.ts'
import { idsOfTopic, mustKnow, quizTopics, topicOf, type QuestionBank, type QuestionBanks } from './quiz-questions.ts'
import { neededRight, quizStateOf } from './quiz.rules.ts'
import {
  closeAttempt,
  findAttempt,
  newestAttempt,
  openAttempt,
  type Attempt,
  type Drawn,
  type Outcome,
} from './quiz.store.ts'
import type { SafeguardsDeps } from './safeguards.deps.ts'
import { signChange } from './signed-changes.ts'
import { readEligibilities } from './eligibility.store.ts'
import type { Eligibility } from './eligibility.ts'

export type QuizDeps = Pick<SafeguardsDeps, 'db' | 'clock' | 'signer' | 'mustBeOffered'> & {
  questions: QuestionBanks
  freshEligibility: (customerId: string) => Promise<Eligibility>
}

/**
 * The questionnaire as it stands for a customer. Where it may be answered now, an attempt is drawn and stays the same,
 * in whatever language it is requested, until it is answered: another request shows no other questions.
 */
export async function readQuiz(
  deps: QuizDeps,
  { product = 'options' }: z.output<typeof getQuiz.request>,
  { session, lang, ip }: Call,
): Promise<z.input<typeof getQuiz.result>> {
  deps.mustBeOffered({ product, mode: 'real', country: session.country, ip })
  const { customerId } = session
  const { state, attempt } = await deps.db.transaction().execute((tx) => openOrDraw(deps, tx, { customerId, product }))
  const shown = attempt === null ? null : viewAttempt(attempt, deps.questions[product].get(lang))
  return { ...state, product, needed: neededRight, attempt: shown }
}

/** The attempt that is open, or a new one where there may be one; none while the customer has to wait or has passed. */
async function openOrDraw(
  { clock, questions }: QuizDeps,
  tx: Db<'safeguards'>,
  params: { customerId: string; product: GuardedProduct },
): Promise<{ state: QuizState; attempt: Attempt | null }> {
  // Held, so that no attempt fails between this read and the draw: it would be an attempt without its waiting time.
  await holdSafeguards(tx, params.customerId)
  const now = clock.now()
  const eligibility = (await readEligibilities(tx, [params.customerId])).get(params.customerId)
  const state = quizStateOf(eligibility?.quizzes ?? [], { product: params.product, now })
  if (state.status !== 'READY') return { state, attempt: null }
  const newest = await newestAttempt(tx, params)
  if (newest !== undefined && newest.passed === null) return { state, attempt: newest }
  const drawn = draw(params.product, { bank: questions[params.product], before: newest })
  const attempt = await openAttempt(tx, { ...params, id: uuidV7(now), questions: drawn, now })
  invariant(attempt, 'an attempt that was drawn is there')
  return { state, attempt }
}

type Texts = ReturnType<QuestionBank['get']>

const viewAttempt = (attempt: Attempt, texts: Texts) => ({
  attemptId: attempt.id,
  questions: attempt.questions.map(({ id, order }) => {
    const question = texts?.get(id)
    invariant(question, `question ${id} has a text`)
    return { id, text: question.text, answers: order.map((index) => question.answers[index] ?? '') }
  }),
})

/** One question a topic, none of the attempt before; topics and answers in an order of chance. */
function draw(product: GuardedProduct, { bank, before }: { bank: QuestionBank; before: Attempt | undefined }): Drawn[] {
  const seen = new Set(before?.questions.map(({ id }) => id))
  const texts = bank.get('en')
  return shuffled(quizTopics[product]).map((topic) => {
    const [id = ''] = shuffled(idsOfTopic(topic).filter((one) => !seen.has(one)))
    return { id, order: shuffled((texts?.get(id)?.answers ?? []).map((_, index) => index)) }
  })
}

function shuffled<T>(items: readonly T[]): T[] {
  const mixed = [...items]
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = randomInt(last + 1)
    ;[mixed[last], mixed[other]] = [mixed[other] as T, mixed[last] as T]
  }
  return mixed
}

/**
 * Counts the right answers of an open attempt, once; which they were is never returned. Refuses 40020 unless each question
 * is answered once, 40039 an attempt that is unknown or another customer's.
 */
export async function markQuiz(
  deps: QuizDeps,
  { attemptId, answers }: z.output<typeof answerQuiz.request>,
  { session, ip }: Call,
): Promise<z.input<typeof answerQuiz.result>> {
  const { customerId } = session
  const attempt = await findAttempt(deps.db, { customerId, id: attemptId })
  if (attempt === undefined) throw refuse('notFound')
  deps.mustBeOffered({ product: attempt.product, mode: 'real', country: session.country, ip })
  const marked = mark(attempt, answers)
  const outcome = { customerId, id: attempt.id, now: deps.clock.now(), answers, ...marked }
  const isFirst = attempt.passed === null && (await closeOnce(deps, outcome))
  const kept = isFirst ? marked : await findAttempt(deps.db, { customerId, id: attemptId })
  const { quizzes } = await deps.freshEligibility(customerId)
  const { nextAt, attemptsLeft } = quizStateOf(quizzes, { product: attempt.product, now: deps.clock.now() })
  return {
    passed: kept?.passed ?? false,
    right: kept?.right ?? 0,
    of: attempt.questions.length,
    needed: neededRight,
    nextAt,
    attemptsLeft,
  }
}

/** Closes an attempt while the customer's safeguards are held; returns false when it was answered before. */
const closeOnce = ({ db, signer }: QuizDeps, outcome: Outcome): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { customerId, id, now } = outcome
    await holdSafeguards(tx, customerId)
    const isFirst = await closeAttempt(tx, outcome)
    if (isFirst) await signChange({ tx, signer }, { customerId, subject: `quiz ${id}`, now })
    return isFirst
  })

function mark(attempt: Attempt, answers: readonly { id: string; answer: number }[]) {
  const chosen = new Map(answers.map(({ id, answer }) => [id, answer]))
  let right = 0
  let knows = false
  for (const { id, order } of attempt.questions) {
    const index = order[chosen.get(id) ?? -1]
    if (index === undefined) throw refuse('dataIncomplete', { fields: [{ field: 'answers', reason: 'missing' }] })
    if (index !== 0) continue
    right += 1
    if (topicOf(id) === mustKnow) knows = true
  }
  return { right, passed: knows && right >= neededRight }
}
