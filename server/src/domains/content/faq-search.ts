import MiniSearch from 'minisearch'

export type Searched = {
  readonly slug: string
  readonly question: string
  readonly keywords: string
  readonly body: string
}

/** Scripts that write without blanks, and Korean, whose words carry their particles: found by pairs of signs. */
const unspaced = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}ー々]+/gu
const word = /[\p{L}\p{N}]+/gu
/** Marks over Latin letters, Arabic vowel signs and the lengthening line; those of kana and Hangul are letters and stay. */
const marks = /\u0640|(?![\u3099\u309a])\p{sc=Inherited}/gu
/** The Arabic article with what is written to it. */
const article = /^(?:[وفبك]?ال|لل)(?=\p{L}{2})/u

/** A text as it is compared: one form of each sign, no case, no accents. */
export const normalise = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(marks, '')
    .normalize('NFC')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه')
    .replaceAll('ß', 'ss')

function pairsOf(run: string): string[] {
  const signs = [...run]
  return signs.length === 1 ? signs : signs.slice(1).map((sign, at) => `${signs[at] ?? ''}${sign}`)
}

/** The terms of a text: words, and pairs of signs where words are not set apart by blanks. */
export function termsOf(text: string): string[] {
  const plain = normalise(text)
  const terms: string[] = []
  for (const [run] of plain.matchAll(unspaced)) terms.push(...pairsOf(run))
  for (const [found] of plain.replace(unspaced, ' ').matchAll(word)) terms.push(found.replace(article, ''))
  return terms
}

/** The terms of a query: of a long word its stem as well, so that another ending is found. */
function queryTerms(query: string): string[] {
  const terms = termsOf(query)
  const stems = terms
    .filter((term) => isWord(term) && term.length >= 7)
    .map((term) => term.slice(0, Math.max(5, term.length - 3)))
  return [...new Set([...terms, ...stems])]
}

const isWord = (term: string): boolean => !/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u.test(term)

const maxFound = 20
/** What scores below this share of the best shares a common word with the query and no more. */
const minShare = 0.2

/**
 * An index over entries of one language. `search` returns slugs, the best first and at most twenty: words by their beginning
 * and with small slips, the question before the keywords before the answer.
 */
export function createFaqSearch(entries: readonly Searched[]) {
  const index = new MiniSearch<Searched>({
    idField: 'slug',
    fields: ['question', 'keywords', 'body'],
    tokenize: termsOf,
    processTerm: (term) => term,
    searchOptions: {
      tokenize: queryTerms,
      boost: { question: 4, keywords: 3, body: 1 },
      prefix: (term) => (isWord(term) ? term.length >= 3 : term.length === 1),
      fuzzy: (term) => (isWord(term) && term.length >= 5 ? 0.2 : false),
      weights: { fuzzy: 0.4, prefix: 0.7 },
    },
  })
  index.addAll(entries)
  return {
    search(query: string): string[] {
      const found = index.search(query)
      const best = found[0]?.score ?? 0
      return found
        .filter(({ score }) => score >= best * minShare)
        .slice(0, maxFound)
        .map(({ id }) => String(id))
    },
  }
}
