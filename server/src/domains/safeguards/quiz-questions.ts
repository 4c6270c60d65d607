import { readFileSync } from 'node:fs'
import { langValues, type Lang } from '@evenhand/protocol/languages.ts'
import { guardedProducts, type GuardedProduct } from '@evenhand/protocol/safeguards.ts'
import { invariant } from '../../kernel/http/refusal.ts'

/** The subjects of each product's questionnaire: one question of each, drawn from three. */
export const quizTopics = {
  options: [
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
  ],
  contracts: [
    'totalLoss',
    'leverage',
    'margin',
    'closeOut',
    'costs',
    'fill',
    'stopLoss',
    'gaps',
    'priceSource',
    'noGuarantee',
    'borrowing',
    'limits',
  ],
} as const satisfies Record<GuardedProduct, readonly string[]>
/** Who answers this one wrong does not know that all the money can be lost, and cannot pass; every product has it. */
export const mustKnow = 'totalLoss' satisfies (typeof quizTopics)[GuardedProduct][number]
export const questionsOfTopic = 3

/** A question and its answers, the right one first; what a customer sees is in an order of its own. */
export type Question = { readonly text: string; readonly answers: readonly string[] }
/** The questions of one product: by language, then by id. */
export type QuestionBank = ReadonlyMap<Lang, ReadonlyMap<string, Question>>
export type QuestionBanks = Readonly<Record<GuardedProduct, QuestionBank>>

/** The topic of a question, from its id `<topic>-<number>`. */
export const topicOf = (id: string): string => id.slice(0, id.indexOf('-'))
/** The ids of the questions of a topic. */
export const idsOfTopic = (topic: string): string[] =>
  Array.from({ length: questionsOfTopic }, (_, index) => `${topic}-${index + 1}`)

/** The banks of all products, read once at start: a question that is missing stops the start, not a customer. */
export const readQuestions = (): QuestionBanks =>
  Object.fromEntries(guardedProducts.map((product) => [product, readBank(product)])) as QuestionBanks

function readBank(product: GuardedProduct): QuestionBank {
  const counts = new Map<string, number>()
  return new Map(
    langValues.map((lang) => {
      const file = new URL(`./questions/${product}/${lang}.json`, import.meta.url)
      const read = JSON.parse(readFileSync(file, 'utf8')) as Record<string, [string, ...string[]]>
      const bank = new Map<string, Question>()
      for (const id of quizTopics[product].flatMap(idsOfTopic)) {
        const [text, ...answers] = read[id] ?? ['']
        invariant(
          text !== '' && answers.length >= 3 && answers.length <= 4,
          `question ${id} of ${product} is in ${lang}`,
        )
        const count = counts.get(id) ?? answers.length
        invariant(count === answers.length, `question ${id} of ${product} has the same answers in ${lang}`)
        counts.set(id, answers.length)
        bank.set(id, { text, answers })
      }
      invariant(
        Object.keys(read).length === bank.size,
        `the questions of ${product} in ${lang} are those of the topics`,
      )
      return [lang, bank]
    }),
  )
}
