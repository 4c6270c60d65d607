import { readFileSync } from 'node:fs'
import type { CodeScene } from '@evenhand/protocol/accounts.ts'
import { languages } from '@evenhand/protocol/languages.ts'

type Letter = { subject: string; text: string }

/** What stands before the code of a scene, in every language. */
const leads = languages.map(({ value }) => {
  const file = new URL(`../src/domains/auth/letters/${value}.json`, import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { code: { lead: Record<CodeScene, string> } }).code.lead
})

/**
 * The latest letter that carries a code for a scene, of letters newest first; undefined where none does. Notices are
 * written in the background and may come after it, so that a letter is known by what it says, never by its place.
 */
export const codeLetterOf = <L extends Letter>(letters: readonly L[], scene: CodeScene): L | undefined =>
  letters.find(({ text }) => leads.some((lead) => text.includes(lead[scene])) && /^[0-9]{6}$/m.test(text))

/** The code in that letter; empty where there is none. */
export const codeIn = (letters: readonly Letter[], scene: CodeScene): string =>
  /^[0-9]{6}$/m.exec(codeLetterOf(letters, scene)?.text ?? '')?.[0] ?? ''

/** The latest letter with a subject. Throws, naming the subjects there are, where none has it. */
export function letterAbout<L extends Letter>(letters: readonly L[], subject: string): L {
  const found = letters.find((letter) => letter.subject === subject)
  if (found === undefined)
    throw new Error(`no letter is about “${subject}”, only: ${letters.map((letter) => letter.subject).join(' · ')}`)
  return found
}
