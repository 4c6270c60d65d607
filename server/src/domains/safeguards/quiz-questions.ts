import { readFileSync } from 'node:fs'
import { langValues, type Lang } from '@evenhand/protocol/languages.ts'
import { invariant } from '../../kernel/http/refusal.ts'

/** The subjects of the questionnaire: one question of each, drawn from three. */
export const quizTopics = [
  'totalLoss',
  'payout',
  'breakEven',
  'entry',
  'earlySale',
  'tieAndVoid',
  'priceSource',
  'noGuarantee',
  'borrowing',
  'horizon',
  'limits',
  'chance',
] as const
/** Who answers this one wrong does not know that the whole stake can be lost, and cannot pass. */
export const mustKnow: QuizTopic = 'totalLoss'
export const questionsOfTopic = 3
type QuizTopic = (typeof quizTopics)[number]

/** A question and its answers, the right one first; what a customer sees is in an order of its own. */
export type Question = { readonly text: string; readonly answers: readonly string[] }
export type QuestionBank = ReadonlyMap<Lang, ReadonlyMap<string, Question>>

/** The topic of a question, from its id `<topic>-<number>`. */
export const topicOf = (id: string): string => id.slice(0, id.indexOf('-'))
/** The ids of the questions of a topic. */
export const idsOfTopic = (topic: string): string[] =>
  Array.from({ length: questionsOfTopic }, (_, index) => `${topic}-${index + 1}`)

/** The bank in every language, read once at start: a question that is missing stops the start, not a customer. */
export function readQuestions(): QuestionBank {
  const counts = new Map<string, number>()
  return new Map(
    langValues.map((lang) => {
      const read = JSON.parse(readFileSync(new URL(`./questions/${lang}.json`, import.meta.url), 'utf8')) as Record<
        string,
        [string, ...string[]]
      >
      const bank = new Map<string, Question>()
      for (const id of quizTopics.flatMap(idsOfTopic)) {
        const [text, ...answers] = read[id] ?? ['']
        invariant(text !== '' && answers.length >= 3 && answers.length <= 4, `question ${id} stands in ${lang}`)
        invariant(
          (counts.get(id) ?? answers.length) === answers.length,
          `question ${id} has the same answers in ${lang}`,
        )
        counts.set(id, answers.length)
        bank.set(id, { text, answers })
      }
      invariant(Object.keys(read).length === bank.size, `the questions of ${lang} are those of the topics`)
      return [lang, bank]
    }),
  )
}
