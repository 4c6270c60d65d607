import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../source-files.ts'

/**
 * The words of a language: what each English term is called, and what is never written. `word` is a regular expression
 * (`u`), `use` what to write instead, `but` the catalogues in which the word is right.
 */
export type Glossary = {
  readonly terms: Readonly<Record<string, string>>
  readonly forbidden: readonly { readonly word: string; readonly use: string; readonly but?: readonly string[] }[]
}
/** Context for translators by `catalogue.key`: what a text is about, and how many characters it may have. */
export type Notes = Readonly<Record<string, { readonly note: string; readonly max?: number }>>

const readJson = <T>(path: string): T => JSON.parse(readFileSync(join(root, 'tools/texts', path), 'utf8')) as T

/** The glossary of a language. */
export const readGlossary = (lang: string): Glossary => readJson<Glossary>(`glossary/${lang}.json`)
/** The notes for translators of all catalogues. */
export const readNotes = (): Notes => readJson<Notes>('notes.json')

/** The forbidden words that texts hold, one sentence each. `texts` are by `catalogue.key`. */
export const forbiddenWords = (glossary: Glossary, texts: Readonly<Record<string, string>>): string[] =>
  glossary.forbidden.flatMap(({ word, use, but = [] }) => {
    const pattern = new RegExp(word, 'u')
    return Object.entries(texts).flatMap(([key, text]) => {
      const found = but.some((name) => key.startsWith(name)) ? undefined : pattern.exec(text)?.[0]
      return found === undefined ? [] : [`${key} says "${found}": use "${use}"`]
    })
  })

/** The texts that are longer than their note allows, and the notes of texts that are gone; one sentence each. */
export const overlongTexts = (notes: Notes, texts: Readonly<Record<string, string>>): string[] =>
  Object.entries(notes).flatMap(([key, { max }]) => {
    const text = texts[key]
    if (text === undefined) return [`notes.json explains ${key}, which does not exist`]
    const length = [...text].length
    return max !== undefined && length > max ? [`${key} has ${length} characters, more than ${max}`] : []
  })
