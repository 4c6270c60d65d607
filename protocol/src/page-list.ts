import type { Lang } from './languages.ts'

/** What a page states about itself in a language: in the title of its document, in a list of results, in a preview. */
export type PageTexts = {
  readonly title: string
  readonly description: string
  /** The description of a page whose address names what it shows; `{name}` stands for that. */
  readonly named?: string
}

/** A screen as those see it who run no script: written by the build of the customers' app, read by the server. */
export type ListedPage = {
  /** Whether anybody may see it without signing in, and a search engine list it. */
  readonly isListed: boolean
  /** For customers alone. */
  readonly isPrivate: boolean
  readonly texts: Readonly<Record<Lang, PageTexts>>
}

/** The screens of the customers' app by their path. */
export type PageList = Readonly<Record<string, ListedPage>>

/** The file of the build that holds it; not served. */
export const pageListFile = 'page-list.json'
